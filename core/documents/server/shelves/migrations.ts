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

/**
 * What documents are searched by: the name at once, the text when it has been read. Not the employees' own documents, whose texts are
 * read by nobody else.
 */
const words: Migration = {
  async up(db) {
    // `text_tries`: a file that ends the process that reads it must not be read for ever.
    await sql`
      create table shelf_words (
        document_id text primary key references shelved_documents on delete cascade,
        title tsvector not null,
        words tsvector not null,
        text_due boolean not null,
        text_tries integer not null default 0
      )`.execute(db)
    await sql`create index shelf_words_found on shelf_words using gin (words) with (fastupdate = off)`.execute(db)
    await sql`create index shelf_words_due on shelf_words (text_tries, document_id) where text_due`.execute(db)
    await sql`
      create function find_shelved() returns trigger language plpgsql as $$
      begin
        insert into shelf_words (document_id, title, words, text_due)
        select new.document_id, name, name, new.file_name ~* '[.](pdf|docx)$'
        from search_words(regexp_replace(new.file_name, '[.][A-Za-z0-9]{1,8}$', '')) as name;
        return null;
      end $$`.execute(db)
    await sql`
      create trigger shelved_found after insert on shelved_documents
      for each row when (new.reach <> 'employee') execute function find_shelved()`.execute(db)
    await sql`
      insert into shelf_words (document_id, title, words, text_due)
      select document_id, name, name, file_name ~* '[.](pdf|docx)$'
      from shelved_documents, search_words(regexp_replace(file_name, '[.][A-Za-z0-9]{1,8}$', '')) as name
      where reach <> 'employee'`.execute(db)
  },
}

export const shelfMigrations = {
  '2026-11-26-shelves': shelves,
  '2026-12-05-any-shelf': anyShelf,
  '2026-12-11-shelf-words': words,
}
