import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// What says how old a superseded duty and a trip's stops are: docs/decisions/0061. The defaults are for rows from before, and for those that
// the version before writes during an upgrade: both are kept longer than need be.
export const pruned: Migration = {
  async up(db) {
    await sql`alter table duties add column withdrawn_at timestamptz not null default now()`.execute(db)
    await sql`create index duties_withdrawn on duties (withdrawn_at) where withdrawn`.execute(db)
    // Five years ahead: as far as a day may be asked for.
    await sql`alter table trip_patterns add column last_day date not null default (current_date + 1826)`.execute(db)
  },
}
