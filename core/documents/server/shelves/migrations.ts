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
 * The words by which documents are found: those of the name at once, those of the text when it has been read. Employees' documents have none,
 * because nobody else reads them.
 */
const words: Migration = {
  async up(db) {
    // `text_tries`: a file that ends the process that reads it must not be tried again for ever.
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

/**
 * The endings of the words of a name that have at least three letters. A part inside a word is the beginning of one of its endings, so an index
 * finds it. Reading every name of a shelf of 5,000 for each typed letter cost ten times as much as the rest of a search.
 */
const names: Migration = {
  async up(db) {
    await sql`
      create function name_parts(name text) returns tsvector language sql immutable parallel safe as $$
        select coalesce(array_to_tsvector(array_agg(distinct substr(word, n))), '')
        from regexp_split_to_table(lower(normalize(left(name, 500))), '\\s+') as word, generate_series(1, length(word) - 2) as n
      $$`.execute(db)
    await sql`
      create table shelf_names (
        company text not null references companies,
        document_id text not null unique references shelved_documents on delete cascade,
        parts tsvector not null,
        primary key (company, document_id)
      )`.execute(db)
    await sql`
      create or replace function find_shelved() returns trigger language plpgsql as $$
      begin
        insert into shelf_words (document_id, title, words, text_due)
        select new.document_id, name, name, new.file_name ~* '[.](pdf|docx)$'
        from search_words(regexp_replace(new.file_name, '[.][A-Za-z0-9]{1,8}$', '')) as name;
        insert into shelf_names (company, document_id, parts)
        values (new.company, new.document_id, name_parts(new.file_name));
        return null;
      end $$`.execute(db)
    await sql`
      insert into shelf_names (company, document_id, parts)
      select company, document_id, name_parts(file_name) from shelved_documents where reach <> 'employee'`.execute(db)
    await sql`create index shelf_names_found on shelf_names using gin (parts) with (fastupdate = off)`.execute(db)
  },
}

export const shelfMigrations = {
  '2026-11-26-shelves': shelves,
  '2026-12-05-any-shelf': anyShelf,
  '2026-12-11-shelf-words': words,
  '2027-01-25-shelf-names': names,
}
