import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#platform/server/area.ts'

/**
 * Resolves when what is `sent` is done, or waits for a lock that a transaction holds. The embedded database runs transactions one after the
 * other, without such waits.
 */
export async function untilAwaited(db: Database, sent: Promise<unknown>): Promise<void> {
  if (process.env.TEST_DATABASE_URL === undefined) return
  let done = false
  const end = () => {
    done = true
  }
  sent.then(end, end)
  const waiting = async () =>
    (
      await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    ).rows.length > 0
  await expect.poll(async () => done || (await waiting()), { timeout: 60_000 }).toBe(true)
}
