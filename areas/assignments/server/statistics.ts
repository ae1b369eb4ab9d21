import { sql } from 'kysely'
import { areaOf } from '#core/people/server/persons.ts'
import { within, type Reach } from '#core/people/server/roles/reach.ts'
import type { Statistic } from '#platform/contract/statistics.ts'
import { addDays, dateIn, weekOf } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf } from '#platform/server/db/rows.ts'
import { tabled } from '#platform/server/statistics.ts'
import { LEAST } from '#platform/server/withheld.ts'
import type { DutyTables } from './tables.ts'

const d = columnsOf<DutyTables['duties']>('d')
const f = columnsOf<DutyTables['feeds']>('f')
const WEEKS = 12

const mondayOf = (date: string): string => addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))

/** How many duties of the employees in reach were confirmed, in each of the last whole weeks in which at least five of them drove. */
export async function dutyStatistics(db: Database, reached: Reach, now: Date, timeZone: string): Promise<Statistic[]> {
  // A part of a week has few duties, and would look like a bad week.
  const thisWeek = mondayOf(dateIn(timeZone, now))
  const mine = within(reached, { company: f('company'), area: areaOf(sql<string | null>`d.employee_id`) })
  // No rate is shown for fewer than five employees, however many duties they have, since it would measure each of them.
  const { rows } = await sql<{ week: string; all: number; confirmed: number; whoDid: string[]; whoDidNot: string[] }>`
    select to_char(date_trunc('week', ${d('service_date')}::date), 'YYYY-MM-DD') as week, count(*)::int as all,
      count(*) filter (where d.confirmed_at is not null)::int as confirmed,
      coalesce(array_agg(distinct d.employee_id::text) filter (where d.confirmed_at is not null), '{}') as "whoDid",
      coalesce(array_agg(distinct d.employee_id::text) filter (where d.confirmed_at is null), '{}') as "whoDidNot"
    from feeds f join duties d on d.feed_id = f.id and not d.withdrawn
    where ${mine} and f.company = ${reached.company}
      and d.service_date >= ${addDays(thisWeek, -7 * WEEKS)} and d.service_date < ${thisWeek}
    group by 1 having count(distinct d.employee_id) >= ${LEAST} order by 1`.execute(db)
  return tabled({
    titel: 'Bekräftade tjänster',
    forklaring: `Tjänster som har körts de senaste ${WEEKS} hela veckorna, och hur många av dem som var bekräftade. Veckor med färre än fem förare är inte med.`,
    rad: 'Vecka',
    kolumner: ['Bekräftade', 'Obekräftade'],
    rader: rows.map(({ week, all, confirmed, whoDid, whoDidNot }) => ({
      namn: `v. ${weekOf(week)}`,
      varden: [confirmed, all - confirmed],
      personer: [whoDid, whoDidNot],
    })),
    andel: 0,
  })
}
