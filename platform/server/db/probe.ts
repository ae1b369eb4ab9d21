import { sql } from 'kysely'
import type { Database } from '../area.ts'
import { forRequests, openClient } from './postgres.ts'

/** The state of the database, as it reports it. */
export interface DatabaseState {
  readonly migrations: readonly string[]
  /** A standby, or a primary that is being replaced. */
  readonly readOnly: boolean
  /** When each job last succeeded, in whichever process; null: never. */
  readonly jobs: Readonly<Record<string, string | null>>
  /** Since when those that are being done are held. */
  readonly running: Readonly<Record<string, string>>
}

/** Asks the database for its state, ahead of all waiting queries. */
export interface DatabaseProbe {
  ask(): Promise<DatabaseState>
  close(): Promise<void>
}

const limits = { ...forRequests, connect: 1000, statement: 1000, silence: 1200 }

const question = `
  select (select json_agg(name) from kysely_migration) as migrations,
    current_setting('transaction_read_only') = 'on' as "readOnly",
    (select coalesce(json_object_agg(name, to_char(succeeded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), '{}')
      from jobs) as jobs,
    (select coalesce(json_object_agg(name, to_char(held_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), '{}')
      from jobs where held_until > clock_timestamp() and held_since is not null) as running`

/** On a separate connection that stays open between questions: those of the pool may all be waiting for a lock. */
export function postgresProbe(address: string): DatabaseProbe {
  let client: ReturnType<typeof openClient> | null = null
  return {
    async ask() {
      try {
        if (!client) {
          const opened = openClient(address, limits)
          client = opened
          opened.once('end', () => {
            if (client === opened) client = null
          })
          await opened.connect()
        }
        return (await client.query<DatabaseState>(question)).rows[0] as DatabaseState
      } catch (error) {
        const broken = client
        client = null
        void broken?.end().catch(() => {})
        throw error
      }
    },
    close: async () => client?.end(),
  }
}

const PRESENT_EVERY_MS = 5000

/**
 * Keeps the probe's connection open, also while nobody asks: by it the database knows that the portal runs, and a restore is refused
 * (restore-point.ts). Returns what ends it.
 */
export function stayConnected(probe: Pick<DatabaseProbe, 'ask'>): () => Promise<void> {
  // While the database is away, the next round finds it again.
  const ask = () => void probe.ask().catch(() => undefined)
  ask()
  const timer = setInterval(ask, PRESENT_EVERY_MS)
  timer.unref()
  return async () => clearInterval(timer)
}

/** The embedded database has one connection. */
export const embeddedProbe = (db: Database): DatabaseProbe => ({
  ask: async () => (await sql.raw<DatabaseState>(question).execute(db)).rows[0] as DatabaseState,
  close: async () => {},
})
