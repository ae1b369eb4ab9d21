import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const personalDetails: Migration = {
  async up(db) {
    // Names are columns of `employees`, since colleagues see them. `own_fields` lists the fields that the employee has changed.
    await sql`
      create table personal_details (
        employee_id uuid primary key references employees on delete cascade,
        email text not null default '',
        address text not null default '',
        zip_code text not null default '',
        city text not null default '',
        phone_number text not null default '',
        relative_name text not null default '',
        relative_relation text not null default '',
        relative_phone text not null default '',
        own_fields text[] not null default '{}'
      )`.execute(db)
  },
}
