// fill-cases.ts <postgres address> <open cases>: fills the queues of the workshop and of deviations, and sends the employees whose requests are measured.
import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { sendFilled, type SigningKey } from './filling.ts'
import { askedEmployees, casesABus, caseAreas } from './rows.ts'

export interface FilledCases {
  readonly signingKey: SigningKey
  /** The ids of employees of the whole company's workshop, and of the workshops of areas with these shares of its cases. */
  readonly company: readonly string[]
  readonly half: readonly string[]
  readonly tenth: readonly string[]
  readonly fiftieth: readonly string[]
  /** The ids of HR's employees for the whole company, and for the area with half of its deviations. */
  readonly hr: readonly string[]
  readonly hrOfHalf: readonly string[]
}
type Workshop = Exclude<keyof FilledCases, 'signingKey' | 'hr' | 'hrOfHalf'>

const [where = '', count = ''] = process.argv.slice(2)
const open = Number(count)
/** The number of employees who handle cases in each workshop of a large company. Some of them send requests. */
const handlers = 20
/** In the order of the employee numbers: those of the first workshop come first. */
const workshops = ['company', 'half', 'tenth', 'fiftieth'] as const satisfies readonly Workshop[]
const areas = workshops.map((workshop) => (workshop === 'company' ? null : caseAreas[workshop]))
const workshopOf = sql<number>`1 + (number::int - 1) / ${sql.lit(handlers)}`

await sendFilled(where, async (db) => {
  await sql`
    insert into employees (company, number, user_name, first_name, last_name)
    select 'norr', lpad(n::text, 6, '0'), 'matning' || n, 'Mätning', n::text
    from generate_series(1, ${workshops.length * handlers}::int) n`.execute(db)
  await sql`
    insert into role_assignments (company, employee_id, role, area, valid_from, source, given_at)
    select 'norr', id, 'verkstad', (${areas}::text[])[${workshopOf}], '2026-01-01', 'hand', now()
    from employees`.execute(db)
  await faults(db)
  await cases(db)
  await views(db)
  await deviations(db)
  const hr = await hrIn(db, 'H', null)
  const hrOfHalf = await hrIn(db, 'I', caseAreas.half)
  // Vacuums the tables, as autovacuum does within a day.
  await sql`vacuum analyze`.execute(db)
  const { rows } = await sql<{ id: string; workshop: number }>`
    select id, ${workshopOf} as workshop from employees where number ~ '^\\d+$' order by number`.execute(db)
  const asked = workshops.map((workshop, at) => {
    const own = rows.filter((row) => row.workshop === at + 1).slice(0, askedEmployees)
    return [workshop, own.map(({ id }) => id)] as const
  })
  return { ...(Object.fromEntries(asked) as Record<Workshop, string[]>), hr, hrOfHalf }
})

/** As many ended cases as open ones, none old enough for the nightly job to remove. */
async function faults(db: Database): Promise<void> {
  await sql`
    insert into vehicles (company, number, name) select 'norr', n::text, 'Buss ' || n
    from generate_series(1, ${open / casesABus}::int) n`.execute(db)
  await sql`
    insert into faults (company, number, vehicle_id, category_id, text, reporter_id, created_at, state)
    select 'norr', n, v.id, (select min(id) from fault_categories),
      'Dörr 2 går upp igen när den är stängd. Det hjälper att stänga av och vänta en stund.', null,
      now() - (2 * ${open}::int - n) * interval '1 minute',
      case when n <= ${open}::int then 'Klar' else (array['Mottagen', 'Bedömd', 'Åtgärdas'])[1 + n % 3] end
    from generate_series(1, 2 * ${open}::int) n join vehicles v on v.number = (1 + n * 7 % ${open / casesABus}::int)::text
    order by n`.execute(db)
}

/**
 * Half of the cases are in one area, so that its views fill a page even with 1,000, a tenth in another and a fiftieth in a third. The
 * workshop of each area handles its cases. Half of the open ones have no handler, and the other views have the same shares as in the
 * demo, scattered over the table.
 */
async function cases(db: Database): Promise<void> {
  await sql`
    insert into cases (company, kind, id, number, area, category, about, received_at, state, ended_at, owner_id, marked, asked_at,
      replied, recurring, due_at, due_what, worded)
    select 'norr', 'fel', f.id, 'F-' || f.number,
      coalesce((${areas}::text[])[a.workshop], 'Område ' || h.x % 5), 'Dörrar', v.number, f.created_at, f.state,
      case when f.ended then f.created_at + interval '1 minute' end,
      case when h.x / 10 % 2 > 0 then w.id end,
      not f.ended and h.x / 7 % 100 = 0, case when not f.ended and h.x / 11 % 50 = 0 then f.created_at end,
      not f.ended and h.x / 13 % 50 = 0, not f.ended and h.x / 17 % 20 = 0,
      case when not f.ended then now() + interval '30 days' * (h.x % 1000 - 200) / 1000.0 end,
      case when not f.ended then 'Klart' end, true
    from faults f join vehicles v on v.id = f.vehicle_id, lateral (select abs(hashint8(f.id)::bigint) as x) h,
      lateral (select abs(hashint8(-f.id)::bigint) % 50 as y) g,
      lateral (select case when g.y < 25 then 2 when g.y < 30 then 3 when g.y = 30 then 4 else 1 end as workshop) a,
      lateral (select id from employees
        where number = lpad(((a.workshop - 1) * ${handlers}::int + 1 + h.x / 30 % ${handlers}::int)::text, 6, '0')) w
    order by f.id`.execute(db)
  await sql`
    insert into case_words (company, kind, case_id, words)
    select 'norr', 'fel', f.id, search_words(concat('Dörrar ', v.name, ' ', f.text)) from faults f join vehicles v on v.id = f.vehicle_id
    order by f.id`.execute(db)
}

/** As many deviations as faults, of the same ages and in the same areas. A tenth is sensitive, and of the open ones one in fifty is marked. */
async function deviations(db: Database): Promise<void> {
  const detail = {
    Hallplatskategori: 'Hållplats',
    HandelseBeskrivning: 'Skylten är påkörd och lutar ut över körbanan.',
  }
  await sql`
    insert into incidents (company, reporter_id, responsible_id, typ, rubrik, incident_date, plats, status, detail, created_at, created_local)
    select 'norr', null, m.id, 'Hållplatsinformation', 'Hållplats', date '2026-01-01', 'Vasaplan',
      case when n <= ${open}::int then 'Avslutad' else (array['Ny', 'Mottagen', 'Åtgärdas'])[1 + n % 3] end,
      ${JSON.stringify(detail)}::jsonb, now() - (2 * ${open}::int - n) * interval '1 minute',
      localtimestamp - (2 * ${open}::int - n) * interval '1 minute'
    from generate_series(1, 2 * ${open}::int) n
      join employees m on m.number = lpad((1 + n % ${workshops.length * handlers}::int)::text, 6, '0')
    order by n`.execute(db)
  await sql`
    insert into cases (company, kind, id, number, area, category, about, received_at, state, ended_at, responsible_id, marked, due_at,
      due_what, worded)
    select 'norr', 'avvikelser', i.id, 'A-' || i.number,
      case when g.y < 25 then ${caseAreas.half} when g.y < 30 then ${caseAreas.tenth} when g.y = 30 then ${caseAreas.fiftieth}
        else 'Område ' || h.x % 5 end,
      (array['Hot och våld', 'Arbetsmiljöfrågor', 'Arbetsmiljöfrågor', 'Trafikinformation', 'Trafikinformation',
        'Hållplatsinformation', 'Hållplatsinformation', 'Fordonsskada', 'Fordonsskada', 'Försäkringsärende'])[1 + h.x / 10 % 10],
      i.plats, i.created_at, i.status, case when e.ended then i.created_at + interval '1 minute' end, i.responsible_id,
      not e.ended and h.x / 7 % 50 = 0,
      case when not e.ended then now() + interval '30 days' * (h.x % 1000 - 200) / 1000.0 end,
      case when not e.ended then 'Klart' end, true
    from incidents i, lateral (select i.status = 'Avslutad' as ended) e,
      lateral (select abs(hashint8(i.id)::bigint) as x) h, lateral (select abs(hashint8(-i.id)::bigint) % 50 as y) g
    order by i.id`.execute(db)
}

/** Adds HR's employees, who see the cases of a few categories, and sensitive or marked ones. Returns their ids. */
async function hrIn(db: Database, letter: string, area: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into employees (company, number, user_name, first_name, last_name)
    select 'norr', ${letter} || n, ${`hr-${letter}`} || n, 'Mätning', ${letter} || n from generate_series(1, ${askedEmployees}::int) n
    returning id`.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`
    insert into role_assignments (company, employee_id, role, area, valid_from, source, given_at)
    select 'norr', id, 'hr', ${area}, '2026-01-01', 'hand', now() from unnest(${ids}::uuid[]) id`.execute(db)
  return ids
}

/** Each employee has a few saved views. */
async function views(db: Database): Promise<void> {
  const queries = {
    'Att planera': { vy: 'ej-tilldelade', status: 'Bedömd' },
    Buss: { om: '7' },
    Försenat: { vy: 'forsenade' },
  }
  await sql`
    insert into case_views (company, kind, name, query, owner_id, created_at)
    select 'norr', 'fel', q.key, q.value, e.id, now() from employees e, jsonb_each(${JSON.stringify(queries)}::jsonb) q`.execute(
    db,
  )
}
