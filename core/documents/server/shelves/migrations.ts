import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const shelves: Migration = {
  async up(db) {
    // `place`: the area, the position or the employee's id; empty for the whole company.
    await sql`
      create table shelved_documents (
        document_id text primary key references documents on delete cascade,
        company text not null references companies,
        shelf text not null check (shelf in ('policy', 'crisis', 'certificates')),
        reach text not null check (reach in ('company', 'area', 'position', 'employee')),
        place text not null,
        file_name text not null,
        size integer not null,
        digest text not null,
        dated timestamptz not null,
        unique (company, shelf, reach, place, file_name)
      )`.execute(db)
  },
}

// The areas define the shelves, so the database cannot check their names.
const anyShelf: Migration = {
  async up(db) {
    await sql`alter table shelved_documents drop constraint shelved_documents_shelf_check`.execute(db)
  },
}

export const shelfMigrations = { '2026-11-26-shelves': shelves, '2026-12-05-any-shelf': anyShelf }
