import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const payslipTables: Migration = {
  async up(db) {
    await sql`
      create table payslips (
        id bigint generated always as identity primary key,
        employee_id uuid not null references employees on delete cascade,
        period text not null,
        period_key text not null,
        payment_date date not null,
        sealed bytea not null,
        created_at timestamptz not null,
        unique (employee_id, period_key)
      )`.execute(db)
    // Encrypted data cannot be compressed, and lists never read it.
    await sql`alter table payslips alter column sealed set storage external`.execute(db)
    await sql`create index payslips_newest on payslips (employee_id, payment_date desc, id desc)`.execute(db)
    // Without foreign keys: who opened what stays known when the payslip or the employee has been deleted.
    await sql`
      create table payslip_openings (
        employee_id uuid not null,
        payslip_id bigint not null,
        opened_at timestamptz not null
      )`.execute(db)
    await sql`create index payslip_openings_of on payslip_openings (payslip_id, opened_at)`.execute(db)
  },
}
