import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a workshop's own system is told of faults and tells of them. Neither table has a word that anybody wrote. */
export const workshopMessages: Migration = {
  async up(db) {
    await sql`
      create table workshop_messages (
        company text not null references companies,
        id bigint generated always as identity,
        message_id uuid not null default gen_random_uuid(),
        fault_id bigint not null references faults on delete cascade,
        seq int not null,
        type text not null,
        at timestamptz not null,
        state text not null,
        grounded boolean not null,
        source text not null,
        tries int not null default 0,
        trying_since timestamptz not null,
        next_at timestamptz not null,
        failed text,
        sent_at timestamptz,
        gave_up_at timestamptz,
        primary key (company, id)
      )`.execute(db)
    await sql`
      create index workshop_messages_waiting on workshop_messages (company, id)
      where sent_at is null and gave_up_at is null`.execute(db)
    await sql`
      create index workshop_messages_of_fault on workshop_messages (fault_id, id)
      where sent_at is null and gave_up_at is null`.execute(db)
    await sql`
      create index workshop_messages_given_up on workshop_messages (company, gave_up_at) where gave_up_at is not null`.execute(
      db,
    )
    // For the key to faults, which are removed by their age.
    await sql`create index workshop_messages_fault on workshop_messages (fault_id)`.execute(db)
    await sql`create index workshop_messages_age on workshop_messages (at)`.execute(db)
    await sql`
      create table workshop_calls (
        company text not null references companies,
        message_id text not null,
        body_hash text not null,
        answer jsonb,
        at timestamptz not null,
        primary key (company, message_id)
      )`.execute(db)
    await sql`create index workshop_calls_age on workshop_calls (at)`.execute(db)
  },
}
