import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The words of the newest items of each channel, in a table with an index of its own: what a search reads does not grow with the years
 * (docs/decisions/0110). Filled in afterwards; until then all items are looked through, as before.
 */
export const recentNews: Migration = {
  async up(db) {
    await sql`
      create table news_recent_words (
        item_id bigint primary key references news_items on delete cascade,
        channel_id integer not null,
        published_at timestamptz not null,
        title tsvector not null,
        words tsvector not null
      )`.execute(db)
    await sql`create index news_recent_words_found on news_recent_words using gin (words) with (fastupdate = off)`.execute(
      db,
    )
    await sql`create index news_recent_words_newest on news_recent_words (channel_id, published_at)`.execute(db)
    await sql`
      create table news_recent (
        channel_id integer primary key references news_channels on delete cascade,
        since timestamptz not null
      )`.execute(db)
    // Whoever writes news meanwhile has the function of before, whose rows would be missing.
    await sql`lock table news_items in share row exclusive mode`.execute(db)
    await sql`
      create or replace function find_news() returns trigger language plpgsql as $$
      declare
        in_title tsvector := search_words(new.title);
        in_all tsvector := search_words(new.title || ' ' || news_text(new.intro) || ' ' || news_text(new.body));
      begin
        insert into news_words (item_id, channel_id, published_at, title, words)
        values (new.id, new.channel_id, new.published_at, in_title, in_all)
        on conflict (item_id) do update set channel_id = excluded.channel_id, published_at = excluded.published_at,
          title = excluded.title, words = excluded.words;
        insert into news_recent_words (item_id, channel_id, published_at, title, words)
        values (new.id, new.channel_id, new.published_at, in_title, in_all)
        on conflict (item_id) do update set channel_id = excluded.channel_id, published_at = excluded.published_at,
          title = excluded.title, words = excluded.words;
        return null;
      end $$`.execute(db)
  },
}
