import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addSpokenNumber } from '#platform/server/db/ids.ts'

// What is reported is not copied: when its author removes a comment, its text is gone here too.
export const reportedComments: Migration = {
  async up(db) {
    await sql`alter table news_comments add column moderation text`.execute(db)
    await sql`alter table news_comments add column moderated_why text`.execute(db)
    await sql`
      create table reported_comments (
        company text not null references companies,
        id bigint not null default next_id(),
        comment_id bigint references news_comments on delete set null,
        reported_at timestamptz not null,
        decided boolean not null default false,
        primary key (company, id)
      )`.execute(db)
    await addSpokenNumber(db, 'reported_comments')
    // One at a time for each comment, however many report it.
    await sql`
      create unique index reported_comments_open on reported_comments (comment_id) where not decided`.execute(db)
    await sql`
      create table comment_reports (
        company text not null,
        reported_id bigint not null,
        reporter_id uuid not null references employees on delete cascade,
        reason text not null,
        primary key (company, reported_id, reporter_id),
        foreign key (company, reported_id) references reported_comments on delete cascade
      )`.execute(db)
  },
}
