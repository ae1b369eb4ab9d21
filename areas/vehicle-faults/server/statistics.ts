import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { CaseTables } from '#core/cases/server/tables.ts'
import { within, type Reach } from '#core/people/server/roles/reach.ts'
import { instantsOf } from '#platform/contract/instants.ts'
import type { Statistic } from '#platform/contract/statistics.ts'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { lastMonths, monthsBack, nameOfMonth, sinceFirst, tabled } from '#platform/server/statistics.ts'
import { LEAST } from '#platform/server/withheld.ts'
import { faultCases } from '../cases.ts'
import type { LastMonth } from '../contract.ts'

const c = columnsOf<CaseTables['cases']>('c')
const ofFaults = sql<SqlBool>`c.kind = ${sql.lit(faultCases.kind)}`
/** The reporters of cases. All erased employees count as one. */
const reporter = sql`coalesce(c.reporter_id::text, '')`
const whoReported = sql`array_agg(distinct ${reporter})`
const howManyReported = sql`count(distinct ${reporter})`
/** The median of a number of seconds; null without cases. */
const median = (seconds: RawBuilder<unknown>) =>
  sql<number | null>`percentile_cont(0.5) within group (order by ${seconds})`

/** How many reports of the previous month were repaired, and how soon; null if fewer than five employees made the reports. */
export async function lastMonth(db: Database, company: string, now: Date, timeZone: string): Promise<LastMonth | null> {
  const [month = ''] = lastMonths(dateIn(timeZone, now), 1)
  const begins = (day: string) => instantsOf(timeZone, `${day}T00:00:00`)[0]
  const { rows } = await sql<{
    reported: number
    done: number
    who: number
    whoseIsDone: number
    seconds: number | null
  }>`
    select count(*)::int as reported, ${howManyReported}::int as who,
      ${howManyReported} filter (where c.state = 'Klar')::int as "whoseIsDone", count(*) filter (where c.state = 'Klar')::int as done,
      ${median(sql`extract(epoch from c.ended_at - c.received_at)`)} filter (where c.state = 'Klar') as seconds
    from cases c
    where c.company = ${company} and ${ofFaults} and c.received_at >= ${begins(`${month}-01`)}
      and c.received_at < ${begins(`${dateIn(timeZone, now).slice(0, 7)}-01`)}`.execute(db)
  const { reported, done, who, whoseIsDone, seconds } = rows[0]!
  if (who < LEAST) return null
  // Otherwise both numbers together would show that fewer than five are not done.
  const isShown = whoseIsDone >= LEAST && (done === reported || reported - done >= LEAST)
  return {
    reported,
    done: isShown ? done : null,
    medianDays: isShown && seconds !== null ? Math.max(1, Math.round(seconds / 86_400)) : null,
  }
}

/** The most buses with a row; the others share one row. */
const MOST_BUSES = 15
const MONTHS = 12

/** The statistics of the workshop, of the cases that the employee's right reaches. */
export async function faultStatistics(db: Database, reached: Reach, now: Date, timeZone: string): Promise<Statistic[]> {
  const today = dateIn(timeZone, now)
  const since = instantsOf(timeZone, `${monthsBack(today, MONTHS - 1)}-01T00:00:00`)[0]
  const mine = sql<SqlBool>`${within(reached, { company: c('company'), area: c('area'), category: c('category') })}
    and c.company = ${reached.company} and ${ofFaults}`
  const about = { db, mine, company: reached.company, since, now, timeZone, today }
  return [...(await byBus(about)), ...(await byAge(about)), ...(await firstAnswer(about)), ...(await repeats(about))]
}

interface About {
  readonly db: Database
  readonly mine: RawBuilder<SqlBool>
  readonly company: string
  readonly since: Date
  readonly now: Date
  readonly timeZone: string
  readonly today: string
}

async function byBus({ db, mine, since }: About): Promise<Statistic[]> {
  const bus = selected({ about: c('about'), count: sql<number>`count(*)::int` })
  const { rows } = await sql<RowOf<typeof bus>>`
    select ${bus} from cases c
    where ${mine} and c.received_at >= ${since} and c.about is not null
    group by c.about order by count desc, c.about`.execute(db)
  const named = rows.filter(({ count }) => count >= LEAST).slice(0, MOST_BUSES)
  const others = rows.slice(named.length).reduce((sum, { count }) => sum + count, 0)
  const lines = [
    ...named.map(({ about, count }) => ({ namn: `Buss ${about}`, varden: [count] })),
    ...(others > 0 ? [{ namn: 'Övriga bussar', varden: [others] }] : []),
  ]
  return tabled({
    titel: 'Felanmälningar per buss',
    forklaring: 'De senaste tolv månaderna. Bussar med färre än fem anmälningar räknas ihop.',
    rad: 'Buss',
    kolumner: ['Anmälningar'],
    rader: lines,
  })
}

const ages = [
  ['Högst ett dygn', 1],
  ['2–7 dygn', 7],
  ['8–30 dygn', 30],
  ['Mer än 30 dygn', null],
] as const

async function byAge({ db, mine, now }: About): Promise<Statistic[]> {
  const { rows } = await sql<{ days: number; count: number; people: string[] }>`
    select width_bucket(extract(epoch from ${now}::timestamptz - c.received_at) / 86400, array[1, 7, 30]::numeric[]) as days,
      count(*)::int as count, ${whoReported} as people
    from cases c where ${mine} and c.ended_at is null and c.merged_into is null group by 1`.execute(db)
  const found = new Map(rows.map((row) => [row.days, row]))
  return tabled({
    titel: 'Öppna fel efter ålder',
    forklaring: 'Fel som inte är åtgärdade i dag, efter hur länge sedan de anmäldes.',
    rad: 'Ålder',
    kolumner: ['Öppna fel'],
    rader: ages.map(([namn], at) => {
      const { count = 0, people = [] } = found.get(at) ?? {}
      return { namn, varden: [count], personer: [people] }
    }),
  })
}

const monthOf = (timeZone: string) => sql<string>`to_char(c.received_at at time zone ${timeZone}, 'YYYY-MM')`

async function firstAnswer({ db, mine, since, timeZone, today }: About): Promise<Statistic[]> {
  const { rows } = await sql<{ month: string; people: number; seconds: number | null }>`
    select ${monthOf(timeZone)} as month, ${howManyReported}::int as people,
      ${median(sql`extract(epoch from c.answered_at - c.received_at)`)} as seconds
    from cases c where ${mine} and c.received_at >= ${since} and c.answered_at is not null group by 1`.execute(db)
  const found = new Map(rows.map((row) => [row.month, row]))
  if (rows.every(({ people }) => people < LEAST)) return []
  return [
    {
      titel: 'Tid till första svar',
      forklaring: 'Mediantiden från anmälan till verkstadens första svar: hälften fick svar snabbare.',
      rad: 'Månad',
      kolumner: ['Mediantid'],
      rader: sinceFirst(lastMonths(today, MONTHS, { thisToo: true }), (month) => found.has(month)).map((month) => {
        const { people = 0, seconds = null } = found.get(month) ?? {}
        const hours = people >= LEAST && seconds !== null ? Math.round(seconds / 360) / 10 : null
        return { namn: nameOfMonth(month), varden: [hours], summa: null }
      }),
      summor: null,
      enhet: 'timmar',
      andel: null,
    },
  ]
}

/** Counts faults that were reported within 30 days after one of the same category on the same bus was repaired. */
async function repeats({ db, mine, company, since, timeZone, today }: About): Promise<Statistic[]> {
  // Reports and repairs in order of time, so that one pass is enough instead of a search through the bus's faults for each report.
  const { rows } = await sql<{ month: string; again: boolean; count: number; people: string[] }>`
    select ${monthOf(timeZone)} as month, coalesce(c.repaired_at >= c.received_at - interval '30 days', false) as again,
      count(*)::int as count, ${whoReported} as people
    from (
      select c.company, c.kind, c.area, c.category, c.reporter_id, c.received_at, c.merged_into, m.is_report,
        max(m.at) filter (where not m.is_report and c.about is not null)
          over (partition by c.about, c.category order by m.at, m.is_report) as repaired_at
      from cases c cross join lateral (
        select c.received_at as at, true as is_report
        union all select c.ended_at, false where c.state = 'Klar' and c.ended_at > c.received_at) m
      where c.company = ${company} and ${ofFaults} and m.at >= ${since}::timestamptz - interval '30 days') c
    where c.is_report and ${mine} and c.received_at >= ${since} and c.merged_into is null group by 1, 2`.execute(db)
  const found = Map.groupBy(rows, ({ month }) => month)
  return tabled({
    titel: 'Lagad men inte hel',
    forklaring: 'Fel som anmäldes igen på samma buss och i samma kategori inom 30 dagar efter en reparation.',
    rad: 'Månad',
    kolumner: ['Nya fel', 'Återkommande'],
    rader: sinceFirst(lastMonths(today, MONTHS, { thisToo: true }), (month) => found.has(month)).map((month) => {
      const cells = [false, true].map((is) => found.get(month)?.find(({ again }) => again === is))
      return {
        namn: nameOfMonth(month),
        varden: cells.map((cell) => cell?.count ?? 0),
        personer: cells.map((cell) => cell?.people ?? []),
      }
    }),
    andel: 1,
  })
}
