import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// Numeric throughout: a month's sum is the same to the last decimal before and after its trips are deleted.
export const ecoDriving: Migration = {
  async up(db) {
    await sql`
      create table eco_trips (
        employee_id uuid not null references employees on delete cascade,
        driven_on date not null,
        trip text not null,
        vehicle text not null,
        km numeric not null,
        litres numeric,
        temperature numeric,
        reference numeric,
        sequence integer not null,
        primary key (employee_id, driven_on, trip)
      )`.execute(db)
    // For the hourly cleanup.
    await sql`create index eco_trips_by_date on eco_trips (driven_on)`.execute(db)
    // `litres` and `expected` are sums over trips for which both are known, `km` over all.
    await sql`
      create table eco_months (
        employee_id uuid not null references employees on delete cascade,
        month text not null,
        km numeric not null,
        litres numeric not null,
        expected numeric not null,
        primary key (employee_id, month)
      )`.execute(db)
    await sql`create index eco_months_by_month on eco_months (month)`.execute(db)
  },
}
