// fill-lists.ts <postgres address> <small|large>: adds rows to the lists that must not become slower, and sends the subjects to request.
// In both sizes each of these employees has the same number of rows; the number of other employees' rows differs.
import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { PAGE_SIZE } from '../../areas/news/rules.ts'
import { ensureChannel } from '../../areas/news/server/publish.ts'
import { named } from '../../areas/payslips/server/keys.ts'
import { addPayslips } from '../../areas/payslips/server/store.ts'
import { sendFilled, type SigningKey } from './filling.ts'
import { askedEmployees, listArea, newsPages, ownRows, sizes, type Size } from './rows.ts'

/** An employee who sends requests, the bus to request, and one of the employee's payslips. */
export interface Subject {
  readonly employee: string
  readonly vehicleNo: string
  readonly vehicleId: number
  readonly payslip: number
  /** One of the newest pages of either news list. */
  readonly page: number
  /** Another page, at the same relative position in the small list as in the large one. */
  readonly anyPage: number
}

export interface FilledLists {
  readonly signingKey: SigningKey
  readonly subjects: readonly Subject[]
}

const [where = '', size = ''] = process.argv.slice(2)
const key = named(Buffer.from(process.env.PAYSLIP_KEY ?? '', 'base64'))
await sendFilled(where, async (db) => {
  const rows = sizes[size as Size]
  await people(db, Math.max(rows.reports / ownRows.reports, rows.payslipEmployees))
  await incidents(db)
  await faults(db, rows.reports)
  await news(db, rows.news)
  await payslips(db, rows.payslipEmployees)
  // Vacuums the tables, as autovacuum does within a day.
  await sql`vacuum analyze`.execute(db)
  return { subjects: await subjects(db, rows.news) } satisfies Omit<FilledLists, 'signingKey'>
})

async function people(db: Database, count: number): Promise<void> {
  await sql`
    insert into employees (company, number, user_name, first_name, last_name)
    select 'norr', lpad(n::text, 6, '0'), 'matning' || n, 'Mätning', n::text
    from generate_series(1, ${count}::int) n`.execute(db)
  const claims = [
    ['IncidentsEnabled', 'true'],
    ['FkEnabled', 'true'],
    ['NewsEnabled', 'true'],
    ['LonSystem', 'Kontek'],
    ['IntraCompanyArea', listArea],
  ]
  await sql`
    insert into employee_claims (employee_id, type, value)
    select e.id, c ->> 0, c ->> 1 from employees e, json_array_elements(${JSON.stringify(claims)}::json) c
    where e.number <= ${String(askedEmployees).padStart(6, '0')}`.execute(db)
}

/** Adds reports in order of time, so that each employee's are scattered over the table, as after years of use. */
async function incidents(db: Database): Promise<void> {
  const detail = {
    HandelseBeskrivning: 'En resenär utan biljett höjde rösten och slog i rutan till förarplatsen. '.repeat(4),
    ExternaPersonskadorInfo: '',
    Fordon: 'Buss 2101',
  }
  await sql`
    with people as (select id, number::int as n from employees)
    insert into incidents (company, reporter_id, responsible_id, typ, rubrik, incident_date, plats, status, detail,
      created_at, created_local)
    select 'norr', e.id, m.id, 'Hot och våld', 'Hot och Våld', date '2026-01-01' + k, 'Vasaplan', 'Ny',
      ${JSON.stringify(detail)}::jsonb, timestamptz '2026-01-01' + k * interval '1 day' + e.n * interval '1 second',
      timestamp '2026-01-01' + k * interval '1 day' + e.n * interval '1 second'
    from people e join people m on m.n = (e.n + 49) / 50 * 50, generate_series(0, ${ownRows.reports}::int - 1) k
    order by k, e.n`.execute(db)
}

/** Both sizes have the same buses with the same number of open reports; the large one has more ended reports for each. */
async function faults(db: Database, count: number): Promise<void> {
  const buses = askedEmployees
  await sql`
    insert into vehicles (company, number, name) select 'norr', n::text, 'Buss ' || n
    from generate_series(1, ${buses}::int) n`.execute(db)
  const each = count / buses
  await sql`
    insert into faults (company, number, vehicle_id, category_id, text, reporter_id, created_at, state)
    select 'norr', k * ${buses}::int + v.number::int, v.id, (select min(id) from fault_categories),
      'Dörr 2 går upp igen när den är stängd. Det hjälper att stänga av och vänta en stund.', e.id,
      timestamptz '2026-01-01' + k * interval '1 minute',
      case when k % ${each / ownRows.reports}::int = 0 then 'Mottagen' else 'Klar' end
    from vehicles v join employees e on e.number = lpad(v.number, 6, '0'), generate_series(0, ${each}::int - 1) k
    order by k, v.id`.execute(db)
}

async function news(db: Database, count: number): Promise<void> {
  // Only a search reads the words that this trigger writes, which takes minutes: fill-search.ts writes them.
  await sql`alter table news_items disable trigger news_found`.execute(db)
  const words = 'Från måndag kör linje 8 en ny väg förbi sjukhuset, och hållplatsen flyttas till norra sidan av gatan. '
  const body = `<p>${words.repeat(6)}</p><h2>Vad händer nu?</h2><ul><li>${words}</li><li>${words}</li></ul>`
  for (const channel of [{ company: 'norr', area: listArea }, 'group'] as const) {
    const id = await ensureChannel(db, channel)
    await sql`
      insert into news_items (channel_id, guid, content_hash, title, intro, body, author_name, published_at)
      select ${id}::int, 'nyhet-' || n, md5(n::text), 'Nyhet ' || n, ${`<p>${words}</p>`}, ${body}, 'Redaktionen',
        timestamptz '2020-01-01' + n * interval '1 minute'
      from generate_series(1, ${count}::int) n`.execute(db)
  }
}

async function payslips(db: Database, employees: number): Promise<void> {
  // Only these employees' payslips can be opened; those of others are just as large but not real.
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1500, 'Lön ')])
  const asked = await askedIds(db)
  const own = asked.flatMap((employeeId) =>
    Array.from({ length: ownRows.payslips }, (_, month) => ({
      employeeId,
      period: periodOf(month),
      paymentDate: `${periodOf(month)}-25`,
      pdf,
    })),
  )
  await addPayslips(db, { writing: key, readable: [key] }, own, new Date())
  await sql`
    insert into payslips (employee_id, period, period_key, payment_date, key_id, sealed, created_at)
    select e.id, p, p, (p || '-25')::date, ${key.id}, decode(repeat(md5(e.number || p), 95), 'hex'), now()
    from employees e, json_array_elements_text(${JSON.stringify(own.slice(0, ownRows.payslips).map(({ period }) => period))}::json) p
    where e.number <= ${String(employees).padStart(6, '0')} and e.id <> all(${asked})
    order by p, e.number`.execute(db)
}

function periodOf(month: number): string {
  return `${2025 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
}

async function askedIds(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from employees where number <= ${String(askedEmployees).padStart(6, '0')} order by number`.execute(db)
  return rows.map(({ id }) => id)
}

async function subjects(db: Database, items: number): Promise<Subject[]> {
  const { rows } = await sql<Omit<Subject, 'page' | 'anyPage'>>`
    select e.id as employee, v.number as "vehicleNo", v.id as "vehicleId",
      (select p.id from payslips p where p.employee_id = e.id and p.period_key = ${periodOf(0)}) as payslip
    from employees e join vehicles v on lpad(v.number, 6, '0') = e.number order by e.number`.execute(db)
  if (rows.length !== askedEmployees) throw new Error(`${rows.length} employees to ask`)
  const apart = Math.floor(items / PAGE_SIZE / newsPages)
  return rows.map((row, index) => ({ ...row, page: index % newsPages, anyPage: (index % newsPages) * apart }))
}
