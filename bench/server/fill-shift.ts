// fill-shift.ts <postgres address> <employees>: gives each employee a duty under way, and sends the employees with their duties.
import { sql } from 'kysely'
import { eventsADay } from './rows.ts'
import { sendFilled, type SigningKey } from './filling.ts'

export interface FilledShift {
  readonly signingKey: SigningKey
  readonly people: readonly { readonly employee: string; readonly duty: number; readonly date: string }[]
}

const [where = '', employees = ''] = process.argv.slice(2)
await sendFilled(where, async (db) => {
  await sql`
    insert into employees (company, number, user_name, first_name, last_name)
    select 'norr', lpad(n::text, 6, '0'), 'matning' || n, 'Mätning', n::text from generate_series(1, ${employees}::int) n`.execute(
    db,
  )
  await sql`
    insert into employee_claims (employee_id, type, value)
    select e.id, c, 'true' from employees e, unnest(array['MinaUppdragEnabled', 'IncidentsEnabled']) c`.execute(db)
  await sql`insert into feeds (company, name) values ('norr', 'bench')`.execute(db)
  await sql`select make_duty_month(current_date)`.execute(db)
  await sql`
    insert into duties (feed_id, employee_id, service_date, service_id, run, content_hash, description, starts_at,
      ends_at, ends_instant, start_place, end_place, vehicle)
    select f.id, e.id, current_date, 'vardag', e.number, md5(e.number), 'Tjänst ' || e.number,
      current_date + time '00:00', current_date + time '23:59', now() + interval '12 hours', 'Garaget', 'Garaget', '4101'
    from feeds f, employees e`.execute(db)
  await sql`
    insert into duty_events (duty_id, employee_id, service_date, sequence, run, starts_at, ends_at, trip_starts_at,
      description, vehicle, start_place, end_place, positioning)
    select d.id, d.employee_id, d.service_date, k, d.run, d.starts_at + k * interval '30 minutes',
      d.starts_at + k * interval '30 minutes' + interval '26 minutes', d.starts_at + k * interval '30 minutes',
      'Linje ' || (1 + k % 9) || ' mot Centralstationen', d.vehicle, 'Vasaplan', 'Universitetet västra', false
    from duties d, generate_series(0, ${eventsADay}::int - 1) k order by d.id, k`.execute(db)
  await sql`analyze`.execute(db)
  const { rows } = await sql<FilledShift['people'][number]>`
    select employee_id as employee, id::int as duty, service_date as date from duties order by md5(employee_id::text)`.execute(
    db,
  )
  return { people: rows } satisfies Omit<FilledShift, 'signingKey'>
})
