// Preloaded with NODE_OPTIONS=--import=…/checks/moved-clock.ts: for the process and all that it starts it is CLOCK_AT, and time goes on from
// there. libfaketime would do for Node, but Chromium does not start with it.
import { moveDate } from './move-date.ts'

const { CLOCK_AT } = process.env
if (CLOCK_AT) {
  // One distance for all of them, or a process started later would be behind.
  const ahead = Number((process.env.CLOCK_AHEAD ??= String(Date.parse(CLOCK_AT) - Date.now())))
  if (!Number.isFinite(ahead)) throw new Error(`CLOCK_AT=${CLOCK_AT} is no time`)
  moveDate(ahead)
}
