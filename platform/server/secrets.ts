import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from './area.ts'
import { platformTables } from './tables.ts'

const secrets: Migration = {
  async up(db) {
    await sql`create table secrets (name text primary key, value bytea not null)`.execute(db)
  },
}

export const secretMigrations = { '2026-11-20-secrets': secrets }

/** 32 random bytes stored in the database under a name, made by the first process that asks for them. */
export async function keptSecret(db: Database, name: string): Promise<Uint8Array> {
  const table = platformTables(db)
  await table
    .insertInto('secrets')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await table.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return value
}
