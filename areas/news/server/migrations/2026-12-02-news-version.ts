import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Changes whenever the order of a channel's items may have changed: remembered cursors are valid for one version. */
export const newsVersion: Migration = {
  async up(db) {
    await sql`alter table news_channels add column version bigint not null default 0`.execute(db)
    await sql`
      create or replace function count_news() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          update news_channels c set total = total + n, version = version + 1
            from (select channel_id, count(*) n from changed group by 1) g where c.id = g.channel_id;
        elsif tg_op = 'DELETE' then
          update news_channels c set total = total - n, version = version + 1
            from (select channel_id, count(*) n from changed group by 1) g where c.id = g.channel_id;
        else
          update news_channels c set version = version + 1
            where id in (select channel_id from changed);
        end if;
        return null;
      end $$`.execute(db)
    await sql`
      create trigger news_changed after update on news_items
      referencing new table as changed for each statement execute function count_news()`.execute(db)
  },
}
