import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const suggestionTables: Migration = {
  async up(db) {
    await sql`
      create table suggestions (
        id bigint generated always as identity primary key,
        company text not null references companies,
        author_id uuid references employees on delete set null,
        title text not null,
        description text not null,
        status text not null default 'Nytt',
        comments text not null default '',
        actions text not null default '',
        created_at timestamptz not null
      )`.execute(db)
    await sql`create index suggestions_of_company on suggestions (company, created_at desc, id desc)`.execute(db)
    await sql`create index suggestions_of_author on suggestions (author_id, created_at desc, id desc)`.execute(db)
  },
}
