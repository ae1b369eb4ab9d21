import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What news is searched by. A table of its own: a column would rewrite every item, and an index on an expression would read them
 * all, while the portal waits. The items that exist are filled in afterwards (docs/decisions/0045).
 */
export const newsWords: Migration = {
  async up(db) {
    await sql`
      create table news_words (
        item_id bigint primary key references news_items on delete cascade,
        channel_id integer not null,
        published_at timestamptz not null,
        title tsvector not null,
        words tsvector not null
      )`.execute(db)
    // Without a pending list, which each search would read from beginning to end.
    await sql`create index news_words_found on news_words using gin (words) with (fastupdate = off)`.execute(db)
    await sql`create index news_words_newest on news_words (channel_id, published_at desc, item_id desc)`.execute(db)
    // The items from before, of which those below this id remain; no row once all have been filled in.
    await sql`create table news_words_due (below bigint not null)`.execute(db)
    await sql`
      create function news_text(html text) returns text language sql immutable parallel safe as $$
        select regexp_replace(left(html, 200000), '<[^>]*>|&[a-zA-Z0-9#]{2,8};', ' ', 'g')
      $$`.execute(db)
    await sql`
      create function find_news() returns trigger language plpgsql as $$
      begin
        insert into news_words (item_id, channel_id, published_at, title, words)
        values (new.id, new.channel_id, new.published_at, search_words(new.title),
          search_words(new.title || ' ' || news_text(new.intro) || ' ' || news_text(new.body)))
        on conflict (item_id) do update set channel_id = excluded.channel_id, published_at = excluded.published_at,
          title = excluded.title, words = excluded.words;
        return null;
      end $$`.execute(db)
    await sql`
      create trigger news_found after insert or update on news_items
      for each row execute function find_news()`.execute(db)
    await sql`
      insert into news_words_due (below) select max(id) + 1 from news_items having count(*) > 0`.execute(db)
  },
}
