import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const categories = [
  'Dörrar',
  'Bromsar',
  'Däck och hjul',
  'Belysning',
  'Motor och drivlina',
  'Styrning och fjädring',
  'Klimat och värme',
  'Ramp och lift',
  'Rutor, torkare och speglar',
  'Inredning och säten',
  'Förarplats',
  'Biljettmaskin',
  'Skyltar och utrop',
  'Kommunikation och kamera',
  'Kaross',
  'Säkerhetsutrustning',
  'Övrigt',
]

// Categories without a company are for all companies that have none of their own, including companies that join later.
export const faults: Migration = {
  async up(db) {
    await sql`
      create table fault_categories (
        id bigint generated always as identity primary key,
        company text references companies,
        name text not null,
        position int not null,
        unique (company, name)
      )`.execute(db)
    await sql`
      insert into fault_categories (name, position)
      select name, position from json_array_elements_text(${JSON.stringify(categories)}::json)
        with ordinality as c(name, position)
      order by position`.execute(db)
    await sql`
      create table fault_numbers (
        company text primary key references companies,
        last int not null
      )`.execute(db)
    await sql`
      create table faults (
        id bigint generated always as identity primary key,
        company text not null references companies,
        number int not null,
        vehicle_id bigint not null references vehicles,
        category_id bigint not null references fault_categories,
        text text not null,
        reporter_id uuid references employees on delete set null,
        created_at timestamptz not null,
        state text not null check (state in ('Mottagen', 'Bedömd', 'Åtgärdas', 'Klar', 'Ingen åtgärd')),
        reason text,
        ended boolean not null generated always as (state in ('Klar', 'Ingen åtgärd')) stored,
        unique (company, number),
        check (state <> 'Ingen åtgärd' or reason is not null)
      )`.execute(db)
    await sql`create index faults_active on faults (vehicle_id, created_at desc, id desc) where not ended`.execute(db)
    await sql`create index faults_of_reporter on faults (reporter_id, created_at desc, id desc)`.execute(db)
    await sql`
      create table fault_steps (
        id bigint generated always as identity primary key,
        fault_id bigint not null references faults on delete cascade,
        state text not null,
        reason text,
        at timestamptz not null,
        by_id uuid references employees on delete set null
      )`.execute(db)
    await sql`create index fault_steps_of_fault on fault_steps (fault_id, id)`.execute(db)
  },
}
