// Preloaded with NODE_OPTIONS=--import=…/checks/moved-clock.ts: the process and its child processes start at CLOCK_AT, and time goes on from
// there. libfaketime would work for Node, but Chromium does not start with it.
import { moveDate } from './move-date.ts'

const { CLOCK_AT } = process.env
if (CLOCK_AT) {
  // All processes have the same distance; otherwise one that starts later would be behind.
  const ahead = Number((process.env.CLOCK_AHEAD ??= String(Date.parse(CLOCK_AT) - Date.now())))
  if (!Number.isFinite(ahead)) throw new Error(`CLOCK_AT=${CLOCK_AT} is not a time`)
  moveDate(ahead)
}
