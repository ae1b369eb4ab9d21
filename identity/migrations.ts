import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const payloads: Migration = {
  async up(db) {
    await sql`
      create table oidc_payloads (
        model text not null,
        id text not null,
        payload jsonb not null,
        grant_id text,
        user_code text,
        uid text,
        consumed_at timestamptz,
        expires_at timestamptz,
        primary key (model, id)
      )`.execute(db)
    await sql`create index oidc_payloads_grant on oidc_payloads (grant_id) where grant_id is not null`.execute(db)
    await sql`create index oidc_payloads_uid on oidc_payloads (model, uid) where uid is not null`.execute(db)
    await sql`create index oidc_payloads_expiry on oidc_payloads (expires_at)`.execute(db)
  },
}

export const identityMigrations = { '2026-11-21-identity': payloads }
