import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from './area.ts'

const erasures: Migration = {
  async up(db) {
    // Names what was erased by ids alone: kept for as long as a backup from before it may be restored.
    await sql`
      create table erasures (
        id uuid primary key default gen_random_uuid(),
        kind text not null,
        subject text not null,
        erased_at timestamptz not null default now(),
        kept_at timestamptz
      )`.execute(db)
    await sql`create index erasures_to_keep on erasures (erased_at) where kept_at is null`.execute(db)
    await sql`
      create table last_backup (
        only_one boolean primary key default true check (only_one),
        finished_at timestamptz not null
      )`.execute(db)
  },
}

export const erasureMigrations = { '2026-12-21-erasures': erasures }

/**
 * Notes, in the transaction that erases them, what an employee or an import has erased for good. A restored backup from before has
 * it again: the restore erases it once more (an area's door, `eraseAgain`). What goes by its age needs no note.
 */
export async function recordErasures(tx: Database, kind: string, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return
  await sql`
    insert into erasures (kind, subject)
    select ${kind}, subject from json_array_elements_text(${JSON.stringify(subjects)}::json) as s(subject)`.execute(tx)
}

export interface Erasure {
  readonly id: string
  readonly kind: string
  readonly subject: string
  /** ISO 8601. */
  readonly erasedAt: string
}

/** All that have been recorded, the oldest first. */
export const recordedErasures = (db: Database): Promise<Erasure[]> => erasuresWhere(db, sql`true`)

/** Those that are in the database alone. */
export const erasuresToKeep = (db: Database): Promise<Erasure[]> => erasuresWhere(db, sql`kept_at is null`)

async function erasuresWhere(db: Database, condition: ReturnType<typeof sql>): Promise<Erasure[]> {
  const { rows } = await sql<{ id: string; kind: string; subject: string; erasedAt: string }>`
    select id, kind, subject, to_char(erased_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "erasedAt"
    from erasures where ${condition} order by erased_at, id`.execute(db)
  return rows
}

export async function markKept(db: Database, ids: readonly string[], now: Date): Promise<void> {
  await sql`update erasures set kept_at = ${now} where id = any(${ids}::uuid[])`.execute(db)
}

/** Adds those that the database does not have. Returns them. */
export async function addErasures(tx: Database, erased: readonly Erasure[]): Promise<Erasure[]> {
  const { rows } = await sql<{ id: string }>`
    insert into erasures (id, kind, subject, erased_at)
    select id, kind, subject, "erasedAt" from json_to_recordset(${JSON.stringify(erased)}::json)
      as e(id uuid, kind text, subject text, "erasedAt" timestamptz)
    on conflict do nothing returning id`.execute(tx)
  const added = new Set(rows.map(({ id }) => id))
  return erased.filter(({ id }) => added.has(id))
}
