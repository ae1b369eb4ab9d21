import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import { peopleTables } from '#core/people/server/tables.ts'
import { dateInWords } from '#platform/contract/dates-in-words.ts'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { Platform } from '#platform/server/area.ts'
import { inBatches } from '#platform/server/db/batches.ts'
import type { Fact } from '../contract.ts'
import { KEPT_LABEL } from '../rules.ts'
import type { Kept, Queue } from './queue.ts'
import type { CaseTables } from './tables.ts'

/** Whether the case `c` is kept longer than its category says. */
export const isKeptLonger = ({ retention }: Pick<Queue, 'retention'>): RawBuilder<SqlBool> =>
  retention.longer?.of ?? sql<SqlBool>`false`

interface KeptCase {
  readonly category: string | null
  readonly keptLonger: SqlBool
}

/** How long a case is kept, from when it ended; null if nobody has decided. */
function keptFor(
  { retention }: Pick<Queue, 'retention'>,
  { category, keptLonger }: KeptCase,
): Omit<Kept, 'category'> | null {
  return (
    (keptLonger ? retention.longer : null) ??
    retention.kept.find((kept) => kept.category === category) ??
    retention.kept.find((kept) => kept.category === null) ??
    null
  )
}

/** The same day of the month and time so many months later, or earlier if negative; the month's last day if it is shorter. */
function monthsLater(instant: Date, months: number): Date {
  const date = new Date(instant)
  date.setUTCMonth(date.getUTCMonth() + months)
  // JavaScript counts a day that the month does not have into the next month.
  if (date.getUTCDate() !== instant.getUTCDate()) date.setUTCDate(0)
  return date
}

/** '7 år', '18 månader'. */
const lengthOfKeeping = (months: number) => (months % 12 === 0 ? `${months / 12} år` : `${months} månader`)

/** 'Sparas till 23 november 2029', as a fact on the case. */
export function retentionFact(
  queue: Queue,
  { endedAt, ...of }: KeptCase & { readonly endedAt: Date | null },
  timeZone: string,
): Fact[] {
  const kept = keptFor(queue, of)
  if (!kept) return []
  const label = KEPT_LABEL
  if (!endedAt)
    return [{ label, value: `${lengthOfKeeping(kept.months)} efter att ärendet har avslutats. ${kept.why}` }]
  const gone = dateIn(timeZone, monthsLater(endedAt, kept.months))
  return [{ label, value: `till ${dateInWords(gone)}. ${kept.why}` }]
}

/** Removes the cases that ended long enough ago, each with the area's row in one transaction; for the area's nightly work. */
export async function forgetEnded(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  queue: Pick<Queue, 'calls' | 'retention'>,
): Promise<void> {
  const { retention } = queue
  const { kind } = queue.calls
  const { kept, longer } = retention
  const named = kept.flatMap(({ category }) => category ?? [])
  const periods = [
    ...kept.map(({ category, months }) => {
      const ofCategory =
        category === null ? sql`(c.category is null or c.category <> all(${named}))` : sql`c.category = ${category}`
      return { months, of: sql`${ofCategory} and not ${isKeptLonger(queue)}` }
    }),
    ...(longer ? [longer] : []),
  ]
  const companies = await peopleTables(db).selectFrom('companies').select('id').orderBy('id').execute()
  for (const { id: company } of companies) {
    for (const { months, of } of periods) {
      const at = monthsLater(clock(), -months)
      await inBatches((limit) =>
        db.transaction().execute(async (tx) => {
          // A case that ended by then came by then, and there is an index for that. Locked rows are left for the next night.
          const { rows } = await sql<Pick<Selectable<CaseTables['cases']>, 'id'>>`
            delete from cases where company = ${company} and kind = ${kind} and id in (
              select c.id from cases c
              where c.company = ${company} and c.kind = ${kind} and c.received_at <= ${at} and c.ended_at <= ${at} and ${of}
              order by c.received_at limit ${limit} for update skip locked)
            returning id`.execute(tx)
          const ids = rows.map(({ id }) => id)
          // A case that was merged into a removed one, and is kept longer, becomes a case of its own again. Otherwise it would be in no
          // list.
          await sql`
            update cases set merged_into = null, worded = false
            where company = ${company} and kind = ${kind} and merged_into = any(${ids})`.execute(tx)
          if (ids.length > 0) await retention.forget(tx, company, ids)
          return ids.length
        }),
      )
    }
  }
}
