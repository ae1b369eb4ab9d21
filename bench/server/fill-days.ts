// fill-days.ts <postgres address or data folder> <rows>: adds run events, and sends the employees and days to request.
import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { addDays } from '#platform/contract/wall-clock.ts'
import { ensureEmployees } from '#core/people/server/store.ts'
import { makeMonths } from '../../areas/assignments/server/duty-months.ts'
import { sendFilled, type SigningKey } from './filling.ts'
import { asked, eventsADay } from './rows.ts'

export interface FilledDays {
  readonly signingKey: SigningKey
  readonly days: readonly { readonly employee: string; readonly date: string }[]
}

const [where = '', rows = ''] = process.argv.slice(2)
await sendFilled(where, async (db) => {
  const employees = Number(rows) >= 10_000_000 ? 5000 : 100
  await fill(db, employees, Number(rows) / eventsADay / employees)
  return { days: await someDays(db) } satisfies Omit<FilledDays, 'signingKey'>
})

async function fill(db: Database, employees: number, dates: number): Promise<void> {
  const ids = await ensureEmployees(
    db,
    'norr',
    Array.from({ length: employees }, (_, index) => ({
      company: 'norr',
      number: `B${1000 + index}`,
      userName: `matning${1000 + index}`,
      firstName: 'Mätning',
      lastName: `${1000 + index}`,
      claims: [{ type: 'MinaUppdragEnabled', value: 'true' }],
    })),
  )
  if (ids.size !== employees) throw new Error(`${ids.size} employees instead of ${employees}`)
  await sql`insert into feeds (company, name) values ('norr', 'bench')`.execute(db)
  await makeMonths(
    db,
    Array.from({ length: dates }, (_, day) => addDays('2026-01-01', day)),
  )
  await sql`
    insert into duties (feed_id, employee_id, service_date, service_id, run, content_hash, description, starts_at,
      ends_at, ends_instant, start_place, end_place, vehicle)
    select f.id, e.id, date '2026-01-01' + d, 'vardag', 'T' || (1000 + n % 400), md5(n || '-' || d),
      'Tjänst ' || (1000 + n % 400), date '2026-01-01' + d + time '05:00', date '2026-01-01' + d + time '15:00',
      (date '2026-01-01' + d + time '15:00') at time zone 'Europe/Stockholm', 'Garaget', 'Garaget', '4' || (100 + n % 90)
    from feeds f, (select id, row_number() over (order by number) as n from employees) e,
      generate_series(0, ${dates}::int - 1) d
    order by d, n`.execute(db)
  await sql`
    insert into duty_events (duty_id, employee_id, service_date, sequence, run, starts_at, ends_at, trip_starts_at,
      description, vehicle, start_place, end_place, positioning)
    select d.id, d.employee_id, d.service_date, k, d.run, d.starts_at + k * interval '30 minutes',
      d.starts_at + k * interval '30 minutes' + interval '26 minutes',
      case when k % 10 = 0 then null else d.starts_at + k * interval '30 minutes' end,
      'Linje ' || (1 + k % 9) || ' mot Centralstationen', d.vehicle, 'Vasaplan', 'Universitetet västra', k % 10 = 0
    from duties d, generate_series(0, ${eventsADay}::int - 1) k
    order by d.id, k`.execute(db)
  await sql`analyze`.execute(db)
}

async function someDays(db: Database): Promise<FilledDays['days']> {
  const days = await sql<{ employee: string; date: string }>`
    with e as (select employee_id, ntile(${asked.employees}) over (order by employee_id) as part
        from (select distinct employee_id from duty_events) every_employee),
      d as (select service_date, ntile(${asked.dates}) over (order by service_date) as part
        from (select distinct service_date from duty_events) every_date)
    select employee_id as employee, service_date as date
    from (select distinct on (part) employee_id from e order by part, employee_id) employees,
      (select distinct on (part) service_date from d order by part, service_date) dates`.execute(db)
  if (days.rows.length !== asked.employees * asked.dates) throw new Error(`${days.rows.length} days to ask about`)
  return days.rows
}
