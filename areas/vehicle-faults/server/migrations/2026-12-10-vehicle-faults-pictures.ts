import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** In the shape of `PictureTable`. A row is inserted before its file is written, and deleted after it. */
export const faultPictures: Migration = {
  async up(db) {
    await sql`
      create table fault_pictures (
        name text primary key,
        employee_id uuid references employees on delete set null,
        fault_id bigint references faults on delete cascade,
        position int not null default 0,
        short_name text not null,
        stored boolean not null default false,
        doomed boolean not null default false,
        created_at timestamptz not null
      )`.execute(db)
    await sql`create index fault_pictures_of on fault_pictures (fault_id, position)`.execute(db)
    await sql`
      create index fault_pictures_unclaimed on fault_pictures (employee_id, created_at)
      where fault_id is null`.execute(db)
  },
}
