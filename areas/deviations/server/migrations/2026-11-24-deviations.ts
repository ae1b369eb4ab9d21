import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// One table for all six types: fields that every report has are columns, those specific to its type are in `detail`, in the
// shape of the call that created it and validated by that call's schema.
export const deviations: Migration = {
  async up(db) {
    await sql`
      create table incidents (
        id bigint generated always as identity primary key,
        company text not null references companies,
        reporter_id uuid not null references employees,
        responsible_id uuid references employees,
        typ text not null,
        rubrik text not null,
        incident_date date not null,
        incident_time time,
        plats text not null,
        status text not null,
        atgard text not null default '',
        detail jsonb not null,
        repair_cost numeric(12, 2),
        external_id text,
        created_at timestamptz not null,
        created_local timestamp not null,
        unique (company, external_id)
      )`.execute(db)
    await sql`create index incidents_reported on incidents (reporter_id, created_at desc, id desc)`.execute(db)
    await sql`create index incidents_responsible on incidents (responsible_id, created_at desc, id desc)`.execute(db)
    await sql`
      create index incidents_damage on incidents (company, created_local) where typ = 'Fordonsskada'`.execute(db)
    // A row is inserted before its file is written, and deleted after it: no file exists without a row that refers to it.
    await sql`
      create table incident_pictures (
        name text primary key,
        employee_id uuid not null references employees,
        incident_id bigint references incidents on delete cascade,
        position int not null default 0,
        short_name text not null,
        stored boolean not null default false,
        doomed boolean not null default false,
        created_at timestamptz not null
      )`.execute(db)
    await sql`create index incident_pictures_of on incident_pictures (incident_id, position)`.execute(db)
    await sql`
      create index incident_pictures_unclaimed on incident_pictures (employee_id, created_at)
      where incident_id is null`.execute(db)
    await sql`
      create table incident_alerts (
        incident_id bigint primary key references incidents on delete cascade,
        employee_id uuid not null references employees,
        created_at timestamptz not null,
        read_at timestamptz
      )`.execute(db)
    await sql`
      create index incident_alerts_unread on incident_alerts (employee_id, created_at desc)
      where read_at is null`.execute(db)
  },
}
