// fill-cases.ts <postgres address> <open cases>: fills in the workshop's queue, and sends whom to ask as.
import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { sendFilled, type SigningKey } from './filling.ts'
import { askedEmployees, casesABus, listArea } from './rows.ts'

export interface FilledCases {
  readonly signingKey: SigningKey
  /** In the workshop of the whole company, and of one area of two. */
  readonly company: readonly string[]
  readonly area: readonly string[]
}

const [where = '', count = ''] = process.argv.slice(2)
const open = Number(count)
/** Whoever handles cases: so many in a large company, of whom some ask. */
const handlers = 40

await sendFilled(where, async (db) => {
  await sql`
    insert into employees (company, number, user_name, first_name, last_name)
    select 'norr', lpad(n::text, 6, '0'), 'matning' || n, 'Mätning', n::text
    from generate_series(1, ${handlers}::int) n`.execute(db)
  await sql`
    insert into role_assignments (company, employee_id, role, area, valid_from, source, given_at)
    select 'norr', id, 'verkstad', case when number::int % 2 = 0 then ${listArea} end, '2026-01-01', 'hand', now()
    from employees`.execute(db)
  await faults(db)
  await cases(db)
  await views(db)
  // As autovacuum leaves a table after a day.
  await sql`vacuum analyze`.execute(db)
  const { rows } = await sql<{ id: string; area: boolean }>`
    select id, number::int % 2 = 0 as area from employees order by number limit ${2 * askedEmployees}`.execute(db)
  const of = (area: boolean) => rows.filter((row) => row.area === area).map(({ id }) => id)
  return { company: of(false), area: of(true) } satisfies Omit<FilledCases, 'signingKey'>
})

/** As many that have ended as are open, none so old that the nightly job would take it. */
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
 * Half are of the one area, so that its views fill a page at 1,000 too, and are handled by its workshop. Of the open ones a third has no
 * handler, and the shares of the other views are those of the demo, in no order of their own.
 */
async function cases(db: Database): Promise<void> {
  await sql`
    insert into cases (company, kind, id, number, area, category, about, received_at, state, ended_at, owner_id, marked, asked_at,
      replied, recurring, due_at, due_what, worded)
    select 'norr', 'fel', f.id, 'F-' || f.number,
      case when h.x % 2 = 0 then ${listArea} else 'Område ' || h.x % 10 end, 'Dörrar', v.number, f.created_at, f.state,
      case when f.ended then f.created_at + interval '1 minute' end,
      case when h.x / 10 % 3 > 0 then w.id end,
      not f.ended and h.x / 7 % 100 = 0, case when not f.ended and h.x / 11 % 50 = 0 then f.created_at end,
      not f.ended and h.x / 13 % 50 = 0, not f.ended and h.x / 17 % 20 = 0,
      case when not f.ended then now() + interval '30 days' * (h.x % 1000 - 200) / 1000.0 end,
      case when not f.ended then 'Klart' end, true
    from faults f join vehicles v on v.id = f.vehicle_id, lateral (select abs(hashint8(f.id)::bigint) as x) h,
      lateral (select id from employees
        where number = lpad((2 + h.x / 30 % ${handlers / 2}::int * 2 - h.x % 2)::text, 6, '0')) w
    order by f.id`.execute(db)
  await sql`
    insert into case_words (company, kind, case_id, words)
    select 'norr', 'fel', f.id, search_words(concat('Dörrar ', v.name, ' ', f.text)) from faults f join vehicles v on v.id = f.vehicle_id
    order by f.id`.execute(db)
}

/** Each has a few views with a name. */
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
