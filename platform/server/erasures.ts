import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from './area.ts'
import { platformTables } from './tables.ts'

const erasures: Migration = {
  async up(db) {
    // Names erased things by ids alone. Kept for as long as a backup from before the erasure may be restored.
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

const erasuresKeptIn: Migration = {
  async up(db) {
    await sql`alter table erasures add column kept_in text`.execute(db)
    await sql`create index erasures_by_file on erasures (kept_in)`.execute(db)
    await sql`
      create table erasures_replayed (
        only_one boolean primary key default true check (only_one),
        timeline text not null
      )`.execute(db)
  },
}

const backupPlaces: Migration = {
  async up(db) {
    await sql`create table backup_places (place text primary key, last_used_at timestamptz not null)`.execute(db)
  },
}

export const erasureMigrations = {
  '2026-12-21-erasures': erasures,
  '2026-12-27-erasures-kept-in': erasuresKeptIn,
  '2027-02-14-backup-places': backupPlaces,
}

/**
 * Records what an employee or an import has erased for good, in the transaction that erases it. A backup from before still has it, so a
 * restore erases it again (`eraseAgain` in an area's door). What is removed because of its age needs no record. A subject must never be
 * used for anything else: a sequence gives its numbers out again after a restore.
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
  /** The file of the file store that has this erasure; null: only the database has it. */
  readonly keptIn: string | null
}

/** All recorded erasures, the oldest first. */
export const recordedErasures = (db: Database): Promise<Erasure[]> => erasuresWhere(db, sql<SqlBool>`true`)

/** The erasures that only the database has. */
export const erasuresToKeep = (db: Database): Promise<Erasure[]> => erasuresWhere(db, sql<SqlBool>`kept_at is null`)

const erasuresWhere = (db: Database, condition: RawBuilder<SqlBool>): Promise<Erasure[]> =>
  platformTables(db)
    .selectFrom('erasures')
    .select([
      'id',
      'kind',
      'subject',
      'kept_in as keptIn',
      sql<string>`to_char(erased_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('erasedAt'),
    ])
    .where(condition)
    .orderBy('erased_at')
    .orderBy('id')
    .execute()

/** The files of the file store whose erasures the database has. */
export async function filesOfErasures(db: Database): Promise<Set<string>> {
  const rows = await platformTables(db).selectFrom('erasures').select('kept_in').distinct().execute()
  return new Set(rows.flatMap((row) => row.kept_in ?? []))
}

export async function markKept(db: Database, ids: readonly string[], file: string, now: Date): Promise<void> {
  await sql`update erasures set kept_at = ${now}, kept_in = ${file} where id = any(${ids}::uuid[])`.execute(db)
}

/** Notes that these files are gone, so that only the database has their erasures. */
export async function forgetKept(db: Database, files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  await sql`update erasures set kept_at = null, kept_in = null where kept_in = any(${[...files]})`.execute(db)
}

/** Adds the erasures that the database does not have, and notes the files that have them. Returns the added ones. */
export async function addErasures(tx: Database, erased: readonly Erasure[], now: Date): Promise<Erasure[]> {
  const rows = await platformTables(tx)
    .insertInto('erasures')
    .columns(['id', 'kind', 'subject', 'erased_at', 'kept_at', 'kept_in'])
    .expression(
      sql`
        select id, kind, subject, "erasedAt", case when "keptIn" is not null then ${now}::timestamptz end, "keptIn"
        from json_to_recordset(${JSON.stringify(erased)}::json)
          as e(id uuid, kind text, subject text, "erasedAt" timestamptz, "keptIn" text)`,
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        kept_at: eb.ref('excluded.kept_at'),
        kept_in: eb.ref('excluded.kept_in'),
      })),
    )
    .returning(['id', sql<boolean>`xmax = 0`.as('added')])
    .execute()
  const added = new Set(rows.filter((row) => row.added).map(({ id }) => id))
  return erased.filter(({ id }) => added.has(id))
}

/** The timeline on which the server writes. It changes with a recovery from the archive, and when a standby takes over. */
export async function timelineOf(db: Database): Promise<string> {
  const { rows } = await sql<{ timeline: string }>`
    select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`.execute(db)
  return rows[0]?.timeline as string
}

/** The timeline on which erasures were last compared with the file store. */
export async function replayedTimeline(db: Database): Promise<string | null> {
  const replayed = await platformTables(db).selectFrom('erasures_replayed').select('timeline').executeTakeFirst()
  return replayed?.timeline ?? null
}

/** Notes that the erasures in the file store have not been compared: the next minute's work then does it. */
export async function forgetReplayed(db: Database): Promise<void> {
  await platformTables(db).deleteFrom('erasures_replayed').execute()
}

export async function noteReplayed(db: Database, timeline: string): Promise<void> {
  await sql`
    insert into erasures_replayed (timeline) values (${timeline})
    on conflict (only_one) do update set timeline = excluded.timeline`.execute(db)
}
