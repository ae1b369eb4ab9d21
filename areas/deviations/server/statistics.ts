import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { CaseTables } from '#core/cases/server/tables.ts'
import { within, type Reach } from '#core/people/server/roles/reach.ts'
import type { Statistic } from '#platform/contract/statistics.ts'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { Database, Ports } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { lastMonths, monthsBack, nameOfMonth, overMonths, sinceFirst, tabled } from '#platform/server/statistics.ts'
import { LEAST } from '#platform/server/withheld.ts'
import type { DeviationTables } from './tables.ts'
import { withCase } from './with-case.ts'

const i = columnsOf<DeviationTables['incidents']>('i')
const k = columnsOf<CaseTables['cases']>('k')
const MONTHS = 12
/** As many months as fit in a table that can be read at a glance. */
const MONTHS_OF_LINES = 6
const MOST_LINES = 20
/** The most reports, the newest ones, that are compared with the duties. A company has a few thousand in half a year. */
const MOST_REPORTS = 20_000

interface Sources {
  readonly db: Database
  readonly duties: Ports['duties']
}

/** The statistics of deviations, of the reports that the employee's right reaches. */
export async function deviationStatistics(
  { db, duties }: Sources,
  reached: Reach,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<Statistic[]> {
  const today = dateIn(timeZone, now)
  const mine = sql<SqlBool>`${within(reached, {
    company: i('company'),
    // Both are the case's, as in the list and the yearly report: the reporter may belong to another area now.
    area: k('area'),
    category: k('category'),
  })} and i.company = ${reached.company}`
  return [...(await byType(db, mine, today)), ...(await byLine({ db, duties }, mine, today))]
}

async function byType(db: Database, mine: RawBuilder<SqlBool>, today: string): Promise<Statistic[]> {
  const counted = selected({
    month: sql<string>`left(${i('created_local')}::text, 7)`,
    typ: i('typ'),
    count: sql<number>`count(*)::int`,
    // All erased employees count as one person.
    people: sql<string[]>`array_agg(distinct coalesce(${i('reporter_id')}::text, ''))`,
  })
  const { rows } = await sql<RowOf<typeof counted>>`
    select ${counted} from incidents i left join ${withCase}
    where ${mine} and i.created_local >= ${`${monthsBack(today, MONTHS - 1)}-01T00:00:00`}
    group by 1, 2 order by 2`.execute(db)
  const found = new Set(rows.map(({ month }) => month))
  const types = [...new Set(rows.map(({ typ }) => typ))]
  const cells = new Map(rows.map(({ month, typ, ...cell }) => [`${month} ${typ}`, cell]))
  const nothing = { count: 0, people: [] }
  const months = sinceFirst(lastMonths(today, MONTHS, { thisToo: true }), (month) => found.has(month))
  return tabled({
    titel: 'Avvikelser efter typ och månad',
    forklaring: `${overMonths(months.length)}, efter när de anmäldes.`,
    rad: 'Månad',
    kolumner: types,
    rader: months.map((month) => {
      const ofMonth = types.map((typ) => cells.get(`${month} ${typ}`) ?? nothing)
      return {
        namn: nameOfMonth(month),
        varden: ofMonth.map(({ count }) => count),
        personer: ofMonth.map(({ people }) => people),
      }
    }),
  })
}

const all = ({ personer }: { readonly personer: readonly string[][] }) => personer.flat()

/** Counts by line. No form asks for the line, so it is the one that the reporter drove at the time according to plan. */
async function byLine({ db, duties }: Sources, mine: RawBuilder<SqlBool>, today: string): Promise<Statistic[]> {
  const months = lastMonths(today, MONTHS_OF_LINES, { thisToo: true })
  const report = selected({
    employeeId: i('reporter_id'),
    at: sql<string>`to_char(${i('incident_date')} + ${i('incident_time')}, 'YYYY-MM-DD"T"HH24:MI:SS')`,
    month: sql<string>`to_char(${i('incident_date')}, 'YYYY-MM')`,
  })
  const { rows } = await sql<RowOf<typeof report>>`
    select ${report} from incidents i left join ${withCase}
    where ${mine} and i.reporter_id is not null and i.incident_time is not null and i.incident_date >= ${`${months[0]}-01`} and i.incident_date <= ${today}
    order by i.incident_date desc, i.id desc limit ${MOST_REPORTS}`.execute(db)
  const lines = await duties.linesAt(rows.map(({ employeeId, at }) => ({ employeeId: employeeId ?? '', at })))
  const reports = new Map<string, string[][]>()
  for (const [at, line] of lines.entries()) {
    if (line === null) continue
    const ofLine = reports.get(line) ?? months.map(() => [])
    reports.set(line, ofLine)
    const { month = '', employeeId = null } = rows[at] ?? {}
    ofLine[months.indexOf(month)]?.push(employeeId ?? '')
  }
  const shown = [...reports]
    .map(([namn, ofLine]) => ({
      namn,
      varden: ofLine.map((reporters) => reporters.length),
      personer: ofLine,
    }))
    .filter((line) => new Set(all(line)).size >= LEAST)
    .toSorted((a, b) => all(b).length - all(a).length || a.namn.localeCompare(b.namn, 'sv', { numeric: true }))
    .slice(0, MOST_LINES)
  return tabled({
    titel: 'Avvikelser efter linje och månad',
    forklaring: `${overMonths(MONTHS_OF_LINES)}, efter när de hände. Linjen är den som anmälaren körde då enligt sin tjänst. Linjer med färre än fem anmälare är inte med, och högst ${MOST_LINES} visas.`,
    rad: 'Linje',
    kolumner: months.map(nameOfMonth),
    rader: shown,
  })
}
