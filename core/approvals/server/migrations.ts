import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const approvals: Migration = {
  async up(db) {
    await sql`
      create table approvals (
        company text not null references companies,
        id bigint generated always as identity,
        command text not null,
        payload jsonb not null,
        about_id uuid references employees on delete cascade,
        subject text not null,
        state_hash text not null,
        asked_by uuid references employees on delete cascade,
        asked_at timestamptz not null,
        decided_by uuid references employees on delete set null,
        decided_at timestamptz,
        decision text check (decision in ('approved', 'refused', 'outdated')),
        reason text,
        primary key (company, id),
        check ((decision is null) = (decided_at is null)),
        check (decided_by <> asked_by)
      )`.execute(db)
    // The same request twice would have to be decided twice.
    await sql`
      create unique index approvals_waiting on approvals (company, command, subject) where decision is null`.execute(db)
  },
}

const askedByErased: Migration = {
  async up(db) {
    // A request stays when the employee who made it is erased, because it shows what others were given.
    await sql`alter table approvals drop constraint approvals_asked_by_fkey`.execute(db)
    await sql`
      alter table approvals add constraint approvals_asked_by_fkey
      foreign key (asked_by) references employees on delete set null`.execute(db)
  },
}

export const approvalMigrations = {
  '2026-12-24-approvals': approvals,
  '2027-02-07-asked-by-erased': askedByErased,
}
