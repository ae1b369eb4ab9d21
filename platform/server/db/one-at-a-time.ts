import { sql } from 'kysely'
import type { Database } from '../area.ts'

/**
 * Does work that only one process may do at a time; another process waits until it is done. On a server, it holds an advisory lock on a
 * separate connection, which ends with the process. The embedded database has only one process, and only one connection.
 */
export async function oneAtATime(
  { db, isEmbedded, name }: { readonly db: Database; readonly isEmbedded: boolean; readonly name: string },
  work: () => Promise<void>,
): Promise<void> {
  if (isEmbedded) return work()
  const key = sql`hashtextextended(${`linjen ${name}`}, 0)`
  await db.connection().execute(async (held) => {
    await sql`select pg_advisory_lock(${key})`.execute(held)
    try {
      await work()
    } finally {
      // If the connection is lost, the lock is gone too, and the error to report is that of `work`.
      await sql`select pg_advisory_unlock(${key})`.execute(held).catch(() => undefined)
    }
  })
}
