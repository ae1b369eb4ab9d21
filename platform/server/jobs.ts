import { sql, type Selectable } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from './area.ts'
import { platformTables, type PlatformTables } from './tables.ts'

const jobs: Migration = {
  async up(db) {
    await sql`
      create table jobs (
        name text primary key,
        succeeded_at timestamptz,
        failed_at timestamptz,
        held_by uuid,
        held_until timestamptz
      )`.execute(db)
  },
}

const heldSince: Migration = {
  async up(db) {
    await sql`alter table jobs add column held_since timestamptz`.execute(db)
  },
}

export const jobMigrations = { '2026-12-14-jobs': jobs, '2026-12-27-job-held-since': heldSince }

/** How often a job is due: every minute or so, within every hour, or once a night. */
type Rhythm = 'minute' | 'hour' | 'night'

export interface Scheduled {
  readonly name: string
  readonly rhythm: Rhythm
}

interface JobState extends Scheduled {
  /** When it last succeeded, in whichever process; null: never. */
  readonly succeededAt: Date | null
  /** Since when a process is doing it; null: none is. */
  readonly runningSince: Date | null
}

/** A process holds a job for this long, and extends the hold while it works, so that another process takes over if it has ended. */
const HELD = sql`interval '2 minutes'`
export const EXTEND_MS = 30_000

const MINUTE = 60_000
/**
 * How long a job may be held, even if its process is alive: a job that takes longer is taken to hang. What it has committed by then is
 * kept.
 */
export const LIMITS_MS: Readonly<Record<Rhythm, number>> = {
  minute: 10 * MINUTE,
  hour: 30 * MINUTE,
  night: 180 * MINUTE,
}

/*
 * Only the database's clock counts, so that processes whose clocks differ agree. That clock may be set back too: a stored time in the
 * future is from before that, and the job is then due.
 */
const now = sql`clock_timestamp()`

// Not 60 minutes: processes look every minute, and less than an hour is to pass between two successes.
const dueByRhythm = {
  minute: sql`succeeded_at <= ${now} - interval '50 seconds'`,
  hour: sql`succeeded_at <= ${now} - interval '59 minutes'`,
  // Since three o'clock, when nobody waits for the database; a portal that was down then does it when it starts.
  night: sql`
    succeeded_at < (date_trunc('day', ${now} at time zone 'Europe/Stockholm' - interval '3 hours') + interval '3 hours')
      at time zone 'Europe/Stockholm'`,
}

const isDue = (rhythm: Rhythm) => sql<boolean>`
  (succeeded_at is null or succeeded_at > ${now} or ${dueByRhythm[rhythm]})
  and (failed_at is null or failed_at > ${now} or failed_at <= ${now} - interval '5 minutes')
  and (held_until is null or held_until <= ${now} or held_until > ${now} + ${HELD})`

/**
 * Takes a job for a run of this process if it is due and no other run holds it. Returns when, by the database's clock; null: not taken. If
 * the job's row is locked, for example in the middle of a commit, this does not wait: the next look comes in a minute.
 */
export async function takeJob(db: Database, { name, rhythm }: Scheduled, run: string): Promise<Date | null> {
  await sql`insert into jobs (name) values (${name}) on conflict do nothing`.execute(db)
  const { rows } = await sql<Pick<Selectable<PlatformTables['jobs']>, 'held_since'>>`
    update jobs set held_by = ${run}, held_since = ${now}, held_until = ${now} + ${HELD}
    where name = (
      select name from jobs where name = ${name} and ${isDue(rhythm)} for no key update skip locked)
    returning held_since`.execute(db)
  return rows[0]?.held_since ?? null
}

/** How far a clock may be behind the database's in what `isBehind` holds back. */
const MOST_BEHIND_MS = 5 * MINUTE

/**
 * Whether a clock is behind the database's, by more than some minutes. That of a job is never ahead, so that nothing is removed too early; one
 * that is days behind does not know what has happened since.
 */
export async function isBehind(db: Database, clock: () => Date): Promise<boolean> {
  const { rows } = await sql<{ at: Date }>`select ${now} as at`.execute(db)
  return rows.some(({ at }) => at.getTime() - clock().getTime() > MOST_BEHIND_MS)
}

/** Holds a job for longer. Returns whether the run still held it. */
export async function extendJob(db: Database, name: string, run: string): Promise<boolean> {
  const { rows } = await sql`
    update jobs set held_until = ${now} + ${HELD} where name = ${name} and held_by = ${run} returning name`.execute(db)
  return rows.length > 0
}

/** Frees a job that this run holds, and records whether it was done. */
export async function endJob(db: Database, name: string, run: string, succeeded: boolean): Promise<void> {
  const ended = succeeded ? sql`succeeded_at = ${now}, failed_at = null` : sql`failed_at = ${now}`
  await sql`
    update jobs set ${ended}, held_by = null, held_since = null, held_until = null
    where name = ${name} and held_by = ${run}`.execute(db)
}

export async function jobStates(db: Database, jobs: readonly Scheduled[]): Promise<JobState[]> {
  const rows = await platformTables(db)
    .selectFrom('jobs')
    .select([
      'name',
      'succeeded_at as succeededAt',
      sql<Date | null>`case when held_until > ${now} then held_since end`.as('runningSince'),
    ])
    .execute()
  const byName = new Map(rows.map((row) => [row.name, row]))
  return jobs.map(({ name, rhythm }) => {
    const row = byName.get(name)
    return { name, rhythm, succeededAt: row?.succeededAt ?? null, runningSince: row?.runningSince ?? null }
  })
}
