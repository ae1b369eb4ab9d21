import { addDays, dateIn } from '#platform/contract/wall-clock.ts'
import { addressOf } from '#platform/web/wire/address.ts'
import { send } from '#platform/web/wire/client.ts'
import { keepCopy } from '#platform/web/phone/copies.ts'
import { subjectNow } from '#platform/web/phone/start-copies.ts'
import { fetchAhead, isDue, LONGEST_MS, mayCall } from '#platform/web/calls/fetch-ahead.ts'
import { variant } from '#platform/web/page/variant.ts'
import { getAssignments, getCurrentAssignment } from '../calls.ts'
import { DAYS_AHEAD } from '../rules.ts'

const MINUTES = 15

const addressOn = (date: string) => addressOf(getAssignments.path, { date })

/** Fetches the next two weeks for times without coverage, in one call. The answer is kept per day, as the screens request it. */
export async function fetchDutiesAhead(): Promise<void> {
  if (!mayCall(getAssignments)) return
  await fetchAhead(getCurrentAssignment, undefined, { minutes: MINUTES })
  const today = dateIn(variant.timeZone, new Date())
  // Checked for the last day only: nearer ones are also kept whenever they are viewed.
  if (!(await isDue(getAssignments, addressOn(addDays(today, DAYS_AHEAD)), MINUTES))) return
  const subject = subjectNow()
  const groups = await send(getAssignments, {
    query: { date: today, dagar: DAYS_AHEAD + 1 },
    signal: AbortSignal.timeout(LONGEST_MS),
  })
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    const date = addDays(today, ahead)
    keepCopy(
      subject,
      addressOn(date),
      groups.filter(({ datum }) => datum === date),
    )
  }
}
