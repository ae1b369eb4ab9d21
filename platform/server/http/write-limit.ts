import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql, type Selectable } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../area.ts'
import { currentArea } from '../db/turns.ts'
import type { SignedIn } from './signed-in.ts'
import { Refusal, sentenceOf } from './errors.ts'
import type { HttpTables } from './tables.ts'
// For the types of `config.call` and `signedIn`, which are declared where calls are registered.
import './answer.ts'
import { routeOf } from './route.ts'

const writeCounts: Migration = {
  async up(db) {
    // Unlogged: its rows are worthless after a minute, and each write would go through the write-ahead log twice.
    await sql`
      create unlogged table write_counts (
        employee_id uuid primary key,
        minute bigint not null,
        writes integer not null
      )`.execute(db)
  },
}

export const writeLimitMigrations = { '2026-11-22-write-counts': writeCounts }

/** If the database does not count in this time, the write goes ahead, and the database is not asked for a while. */
const PATIENCE_MS = 300
const LEFT_ALONE_MS = 5000
const MINUTE_MS = 60_000

/**
 * Limits an employee's writes per minute, across all processes on the database; while that fails, within this process.
 * Unlogged calls are counted only in this process, so that the time of such a call is stored nowhere.
 */
export function limitWrites(calls: FastifyInstance, db: Database, most: number): void {
  const here = countsHere()
  let leaveAloneUntil = 0

  async function count(employeeId: string, unlogged: boolean): Promise<number> {
    const own = here(employeeId)
    if (unlogged || performance.now() < leaveAloneUntil) return own
    const all = await Promise.race([
      currentArea.run('write limit', () => countEverywhere(db, employeeId)).catch(() => null),
      new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS).unref()),
    ])
    if (all === null) leaveAloneUntil = performance.now() + LEFT_ALONE_MS
    return all ?? own
  }

  async function limit(employeeId: string, unlogged: boolean, reply: FastifyReply): Promise<void> {
    if ((await count(employeeId, unlogged)) <= most) return
    reply.header('retry-after', 60 - new Date().getSeconds())
    throw new Refusal(429, sentenceOf(429))
  }

  calls.addHook('preHandler', (request, reply, done) => {
    const { call } = routeOf(request).config
    if (!call || call.method === 'GET') return done()
    const { employee } = request.signedIn as SignedIn
    return limit(employee.id, call.unlogged === true, reply)
  })
}

async function countEverywhere(db: Database, employeeId: string): Promise<number> {
  const { rows } = await sql<Pick<Selectable<HttpTables['write_counts']>, 'writes'>>`
    insert into write_counts as known (employee_id, minute, writes)
    values (${employeeId}, floor(extract(epoch from clock_timestamp()) / 60), 1)
    on conflict (employee_id) do update set
      writes = case when known.minute = excluded.minute then known.writes + 1 else 1 end,
      minute = excluded.minute
    returning writes`.execute(db)
  return rows[0]?.writes ?? 0
}

/** Counts the calls of each employee per minute, in this process. */
export function countsHere(): (employeeId: string) => number {
  let minute = 0
  const writes = new Map<string, number>()
  return (employeeId) => {
    const now = Math.floor(Date.now() / MINUTE_MS)
    if (now !== minute) writes.clear()
    minute = now
    const count = (writes.get(employeeId) ?? 0) + 1
    writes.set(employeeId, count)
    return count
  }
}

/** Removes counts older than a minute. */
export async function forgetOldCounts(db: Database): Promise<void> {
  await sql`delete from write_counts where minute < floor(extract(epoch from clock_timestamp()) / 60) - 1`.execute(db)
}
