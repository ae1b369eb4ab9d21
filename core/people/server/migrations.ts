import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const people: Migration = {
  async up(db) {
    await sql`
      create table companies (
        id text primary key,
        name text not null
      )`.execute(db)
    await sql`
      create table employees (
        id uuid primary key default gen_random_uuid(),
        company text not null references companies,
        number text not null,
        user_name text not null,
        first_name text not null,
        last_name text not null,
        manager_id uuid references employees,
        active boolean not null default true,
        unique (company, number),
        unique (company, user_name)
      )`.execute(db)
    await sql`create index employees_user_name on employees (user_name)`.execute(db)
    await sql`
      create table employee_claims (
        employee_id uuid not null references employees on delete cascade,
        type text not null,
        value text not null,
        primary key (employee_id, type, value)
      )`.execute(db)
    await sql`
      create table identities (
        issuer text not null,
        subject text not null,
        employee_id uuid not null references employees on delete cascade,
        primary key (issuer, subject)
      )`.execute(db)
    await sql`
      create table vehicles (
        id bigint generated always as identity primary key,
        company text not null references companies,
        number text not null,
        name text not null,
        license_plate text,
        unique (company, number)
      )`.execute(db)
  },
}

const contactNumbers: Migration = {
  async up(db) {
    // Work numbers, for colleagues to call; an employee's private numbers are in the personal details.
    await sql`
      create table contact_numbers (
        employee_id uuid primary key references employees on delete cascade,
        telephone text,
        mobile text
      )`.execute(db)
  },
}

const accounts: Migration = {
  async up(db) {
    await sql`
      create table unlinked_accounts (
        issuer text not null,
        subject text not null,
        name text,
        variant text not null,
        company text,
        last_tried_at timestamptz not null,
        primary key (issuer, subject)
      )`.execute(db)
    await sql`create index unlinked_accounts_age on unlinked_accounts (last_tried_at)`.execute(db)
    await sql`
      create table ended_sign_ins (
        key text primary key,
        issued_until timestamptz not null,
        forgotten_at timestamptz not null
      )`.execute(db)
    await sql`create index ended_sign_ins_age on ended_sign_ins (forgotten_at)`.execute(db)
  },
}

const personalDetails: Migration = {
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

export const peopleMigrations = {
  '2026-11-20-people': people,
  '2026-11-26-contact-numbers': contactNumbers,
  '2026-11-26-personal-details': personalDetails,
  '2026-12-03-accounts': accounts,
}
