import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const documents: Migration = {
  async up(db) {
    // The first column that is set says who may read it; with none, the whole group may.
    await sql`
      create table documents (
        id text primary key,
        file_name text not null,
        size integer not null,
        employee_id uuid references employees on delete cascade,
        company text references companies,
        area text,
        created_at timestamptz not null,
        check (area is null or company is not null),
        check (employee_id is null or company is null)
      )`.execute(db)
    await sql`create index documents_of_employee on documents (employee_id) where employee_id is not null`.execute(db)
    // A row may be deleted by cascade, without our code: the file that it leaves in the file store is removed by the hourly work.
    await sql`create table doomed_documents (id text primary key)`.execute(db)
    await sql`
      create function doom_document() returns trigger language plpgsql as $$
      begin
        insert into doomed_documents (id) values (old.id) on conflict do nothing;
        return null;
      end $$`.execute(db)
    await sql`
      create trigger documents_doomed after delete on documents for each row execute function doom_document()`.execute(
      db,
    )
  },
}

const keptBeforePut: Migration = {
  async up(db) {
    // When a file without a row yet was written; null if its row has been deleted.
    await sql`alter table doomed_documents add column kept_at timestamptz`.execute(db)
  },
}

export const documentMigrations = {
  '2026-11-21-documents': documents,
  '2026-11-29-documents-kept': keptBeforePut,
}
