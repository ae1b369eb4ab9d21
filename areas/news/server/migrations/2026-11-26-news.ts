import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const newsTables: Migration = {
  async up(db) {
    // One for each area of a company, and one without a company for the group. The stored count makes a page cost the same
    // for a hundred items and a hundred thousand.
    await sql`
      create table news_channels (
        id integer generated always as identity primary key,
        company text references companies,
        area text,
        total integer not null default 0,
        check ((company is null) = (area is null)),
        unique nulls not distinct (company, area)
      )`.execute(db)
    await sql`
      create table news_items (
        id bigint generated always as identity primary key,
        channel_id integer not null references news_channels,
        guid text not null,
        content_hash text not null,
        title text not null,
        intro text not null,
        body text not null,
        author_name text not null,
        published_at timestamptz not null,
        unique (channel_id, guid)
      )`.execute(db)
    await sql`create index news_items_page on news_items (channel_id, published_at desc, id desc)`.execute(db)
    await sql`
      create table news_files (
        document_id text primary key references documents on delete cascade,
        item_id bigint not null references news_items on delete cascade,
        kind text not null check (kind in ('picture', 'attachment')),
        file_name text not null,
        position integer not null
      )`.execute(db)
    await sql`create index news_files_of_item on news_files (item_id)`.execute(db)
    await sql`
      create table news_comments (
        id bigint generated always as identity primary key,
        item_id bigint not null references news_items on delete cascade,
        author_id uuid references employees on delete set null,
        body text not null,
        created_at timestamptz not null
      )`.execute(db)
    await sql`create index news_comments_of_item on news_comments (item_id, id desc)`.execute(db)
    await sql`create index news_comments_of_author on news_comments (author_id)`.execute(db)
    await sql`
      create function count_news() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          update news_channels c set total = total + n
            from (select channel_id, count(*) n from changed group by 1) g where c.id = g.channel_id;
        else
          update news_channels c set total = total - n
            from (select channel_id, count(*) n from changed group by 1) g where c.id = g.channel_id;
        end if;
        return null;
      end $$`.execute(db)
    await sql`
      create trigger news_added after insert on news_items
      referencing new table as changed for each statement execute function count_news()`.execute(db)
    await sql`
      create trigger news_removed after delete on news_items
      referencing old table as changed for each statement execute function count_news()`.execute(db)
    // A file without an item may be read by nobody.
    await sql`
      create function forget_news_file() returns trigger language plpgsql as $$
      begin
        delete from documents where id = old.document_id;
        return null;
      end $$`.execute(db)
    await sql`
      create trigger news_files_forgotten after delete on news_files for each row execute function forget_news_file()`.execute(
      db,
    )
  },
}
