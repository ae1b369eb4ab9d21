import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const audit: Migration = {
  async up(db) {
    // No foreign keys to employees: what was done stays known after an employee's row has gone.
    await sql`
      create table audit (
        company text not null references companies,
        id bigint generated always as identity,
        at timestamptz not null,
        by_id uuid,
        by_role text,
        for_id uuid,
        what text not null,
        object_kind text not null,
        object_id text not null,
        about_id uuid,
        before jsonb,
        after jsonb,
        request_id text,
        primary key (company, id)
      )`.execute(db)
    await sql`create index audit_of on audit (company, object_kind, object_id, id)`.execute(db)
    await sql`create index audit_about on audit (company, about_id, id) where about_id is not null`.execute(db)
    // The portal's database user owns the table, so revoking its rights would have no effect. Only the job that prunes by age declares itself.
    await sql`
      create function audit_is_insert_only() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and current_setting('linjen.prunes', true) = 'audit' then return old; end if;
        raise exception 'audit is insert-only';
      end $$`.execute(db)
    await sql`
      create trigger audit_insert_only before update or delete on audit
      for each row execute function audit_is_insert_only()`.execute(db)
    await sql`
      create trigger audit_not_emptied before truncate on audit
      for each statement execute function audit_is_insert_only()`.execute(db)
  },
}

const auditReading: Migration = {
  async up(db) {
    // Each filter of the office's screen, in the order of its pages.
    await sql`create index audit_at on audit (company, at desc, id desc)`.execute(db)
    await sql`create index audit_by on audit (company, by_id, at desc, id desc)`.execute(db)
    await sql`create index audit_what on audit (company, what, at desc, id desc)`.execute(db)
    await sql`create index audit_about_at on audit (company, about_id, at desc, id desc) where about_id is not null`.execute(
      db,
    )
    await sql`
      create index audit_openings on audit (company, about_id, at desc, id desc)
      where about_id is not null and what = 'case.opened'`.execute(db)
  },
}

const emergencies: Migration = {
  async up(db) {
    await sql`alter table audit add column emergency boolean not null default false`.execute(db)
    // An index of both kinds of openings, in the order of the employee's list.
    await sql`
      create index audit_seen on audit (company, about_id, at desc, id desc)
      where about_id is not null and what in ('case.opened', 'case.revealed')`.execute(db)
  },
}

const shownToEmployees: Migration = {
  async up(db) {
    // The index is without the company: an employee who changes company keeps the list.
    await sql`
      create index audit_shown on audit (about_id, at desc, id desc)
      where about_id is not null and what in ('case.opened', 'case.revealed', 'case.uncovered', 'account.linked', 'account.asked')`.execute(
      db,
    )
  },
}

export const auditMigrations = {
  '2026-12-24-audit': audit,
  '2027-01-15-emergency-openings': emergencies,
  '2027-01-21-audit-reading': auditReading,
  '2027-01-27-audit-shown-to-employees': shownToEmployees,
}
