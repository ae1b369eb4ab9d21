import { sql } from 'kysely'
import type { Database } from '../area.ts'
import { forRequests, openClient } from './postgres.ts'

/** The state of the database, as it reports it. */
export interface DatabaseState {
  readonly migrations: readonly string[]
  /** A standby, or a primary that is being replaced. */
  readonly readOnly: boolean
}

/** Asks the database for its state, ahead of all waiting queries. */
export interface DatabaseProbe {
  ask(): Promise<DatabaseState>
  close(): Promise<void>
}

const limits = { ...forRequests, connect: 1000, statement: 1000, silence: 1200 }

const question = `select name, current_setting('transaction_read_only') as read_only from kysely_migration`

interface Row {
  readonly name: string
  readonly read_only: string
}

const stateOf = (rows: readonly Row[]): DatabaseState => ({
  migrations: rows.map(({ name }) => name),
  readOnly: rows.some((row) => row.read_only === 'on'),
})

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
        return stateOf((await client.query<Row>(question)).rows)
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
  ask: async () => stateOf((await sql.raw<Row>(question).execute(db)).rows),
  close: async () => {},
})
