import { counted } from '#platform/contract/counted.ts'
import type { PlannedDuty, Span } from './duties-of-feed.ts'
import { dutyKey, type InForce, type Untouched } from './feed-store.ts'

/**
 * The duties of a feed, each with the service under which it is in force already if only its service has got another name. Planning programs
 * name their calendars anew at an export. Such a duty has not changed, so it keeps its id and its confirmation.
 */
export function underKnownServices(duties: readonly PlannedDuty[], inForce: readonly InForce[]): PlannedDuty[] {
  const keysInForce = new Set(inForce.map(({ key }) => key))
  const unknown = duties.filter((duty) => !keysInForce.has(dutyKey(duty)))
  if (unknown.length === 0) return [...duties]
  const given = new Set(duties.map(dutyKey))
  const wanted = new Set(unknown.map(contentKey))
  const services = new Map<string, string>()
  for (const { key, contentHash } of inForce) {
    if (given.has(key)) continue
    const [employee, serviceDate, serviceId, run] = JSON.parse(key) as [string, string, string, string]
    const content = contentKey({ employee, serviceDate, run, contentHash })
    if (wanted.has(content)) services.set(content, serviceId)
  }
  return duties.map((duty) => {
    const content = contentKey(duty)
    const serviceId = keysInForce.has(dutyKey(duty)) ? undefined : services.get(content)
    if (serviceId === undefined) return duty
    // Two services of the same feed may give an employee the same run: only one of them is the one in force.
    services.delete(content)
    return { ...duty, serviceId, whole: () => ({ ...duty.whole(), serviceId }) }
  })
}

const contentKey = (duty: Pick<PlannedDuty, 'employee' | 'serviceDate' | 'run' | 'contentHash'>) =>
  JSON.stringify([duty.employee, duty.serviceDate, duty.run, duty.contentHash])

/** '40 nya tjänster, 12 ändrade (3 bekräftade), 2 borttagna (0 bekräftade), 4653 oförändrade, 9 äldre eller påbörjade behålls'. */
export function differenceText(
  duties: readonly PlannedDuty[],
  inForce: readonly InForce[],
  { now }: Pick<Untouched, 'now'>,
): string {
  const before = new Map(inForce.map((duty) => [duty.key, duty]))
  const stays = staying(duties, inForce, now)
  const count = { added: 0, changed: 0, changedConfirmed: 0, unchanged: 0, removed: 0, removedConfirmed: 0, stay: 0 }
  for (const duty of duties) {
    const old = before.get(dutyKey(duty))
    if (!old) count.added += stays(duty) ? 0 : 1
    else if (old.contentHash === duty.contentHash) count.unchanged++
    else if (old.untouched) count.stay++
    else {
      count.changed++
      if (old.confirmed) count.changedConfirmed++
    }
    if (old) before.delete(dutyKey(duty))
  }
  for (const gone of before.values()) {
    if (gone.untouched) {
      count.stay++
      continue
    }
    count.removed++
    if (gone.confirmed) count.removedConfirmed++
  }
  return (
    `Skillnad: ${counted(count.added, 'ny tjänst', 'nya tjänster')}, ` +
    `${counted(count.changed, 'ändrad', 'ändrade')} (${counted(count.changedConfirmed, 'bekräftad', 'bekräftade')}), ` +
    `${counted(count.removed, 'borttagen', 'borttagna')} (${counted(count.removedConfirmed, 'bekräftad', 'bekräftade')}), ` +
    counted(count.unchanged, 'oförändrad', 'oförändrade') +
    (count.stay > 0 ? `, ${counted(count.stay, 'äldre eller påbörjad', 'äldre eller påbörjade')} behålls` : '')
  )
}

/**
 * Whether a duty has begun, and the employee has another one at the same time that stays in force. Then the new one is not put in force.
 * The same rule as `besideWhatStays` in activation.ts, for a version of which nothing is stored yet.
 */
function staying(duties: readonly PlannedDuty[], inForce: readonly InForce[], now: Untouched['now']) {
  const given = new Set(duties.map(dutyKey))
  const spans = new Map<string, Span[]>()
  for (const { key, span } of inForce) {
    if (!span || given.has(key)) continue
    const [employee] = JSON.parse(key) as [string]
    const own = spans.get(employee)
    if (own) own.push(span)
    else spans.set(employee, [span])
  }
  return ({ employee, span }: PlannedDuty): boolean => {
    const hasBegun = span.startsInstant ? span.startsInstant <= now.instant : span.startsAt <= now.wallClock
    const own = hasBegun ? spans.get(employee) : undefined
    return own?.some((old) => beginsBefore(span, old) && beginsBefore(old, span)) ?? false
  }
}

/** Whether one begins before the other ends. */
const beginsBefore = (one: Span, other: Span) =>
  one.startsInstant ? one.startsInstant < other.endsInstant : one.startsAt < other.endsAt
