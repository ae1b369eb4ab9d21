import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { QueryResult } from 'pg'
import type { Database } from '../area.ts'
import { Unavailable } from '../unavailable.ts'
import { forRequests, openClient } from './postgres.ts'

/** The state of the database, as it reports it. */
export interface DatabaseState {
  /** Null if somebody has locked their table, which no request needs. */
  readonly migrations: readonly string[] | null
  /** A standby, or a primary that is being replaced. */
  readonly readOnly: boolean
}

/** The times in the table of jobs. */
export interface JobTimes {
  /** When each job last succeeded, in whichever process; null: never. */
  readonly jobs: Readonly<Record<string, string | null>>
  /** For each job that is being done, since when it is held. */
  readonly running: Readonly<Record<string, string>>
}

/** Asks the database for its state, ahead of all waiting queries. */
export interface DatabaseProbe {
  /** While the database is slow, for as long as a request would wait for it, its last answer counts. */
  ask(): Promise<DatabaseState>
  /** Why the last attempt to open a new connection failed; null: it did not. The pools keep answering on the connections that are open. */
  refusal(): string | null
  /**
   * Asks for the jobs' times, after `ask` has been answered. A separate question, because a lock on the table of jobs hinders no request.
   */
  askJobs(): Promise<JobTimes>
  close(): Promise<void>
}

const questionOf = (migrations: string) => `
  select ${migrations} as migrations, current_setting('transaction_read_only') = 'on' as "readOnly"`
const question = questionOf("(select coalesce(json_agg(name), '[]') from kysely_migration)")
const questionBesideLock = questionOf('null::json')

const questionOfJobs = `
  select (select coalesce(json_object_agg(name, to_char(succeeded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), '{}')
      from jobs) as jobs,
    (select coalesce(json_object_agg(name, to_char(held_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), '{}')
      from jobs where held_until > clock_timestamp() and held_since is not null) as running`

/**
 * How long a connection is used: the address may lead to another server by then, or the password may have changed, which only a new
 * connection notices.
 */
const RENEW_MS = 30_000
/** The next question waits for this one, so PostgreSQL itself ends it, long before the connection would be closed for its silence. */
const JOBS_MS = 300
/** After this time the last answer counts, though the database has not given a new one: a load balancer waits for the probe. */
const SLOW_MS = 1000
const LOCK_MS = 300
/** PostgreSQL's lock_not_available. */
const isLocked = (error: unknown): boolean =>
  error instanceof Unavailable && (error.cause as { readonly code?: string }).code === '55P03'

/** Asks on a separate connection that stays open between questions, because the pool's connections may all be waiting for a lock. */
export function postgresProbe(
  address: string,
  { renewMs = RENEW_MS, slowMs = SLOW_MS, limits = forRequests } = {},
): DatabaseProbe {
  const open = new Set<ReturnType<typeof openClient>>()
  let client: ReturnType<typeof openClient> | null = null
  let renewAt = 0
  let refusal: string | null = null
  let last: DatabaseState | null = null
  let asking: Promise<DatabaseState> | null = null

  /**
   * Opens the first connection, or replaces an old one. The old one is closed only afterwards, so that the database always sees a
   * connection (stayConnected).
   */
  async function connect(): Promise<void> {
    const before = client
    const opened = openClient(address, limits)
    client ??= opened
    renewAt = performance.now() + renewMs
    open.add(opened)
    opened.once('end', () => {
      open.delete(opened)
      if (client === opened) client = null
    })
    try {
      await opened.connect()
    } catch (error) {
      void opened.end().catch(() => {})
      const { code, message } = error as Error & { readonly code?: string }
      refusal = code ?? message
      // A server that is full, or has another password by now, keeps serving the connections that are open, and so do the pools.
      if (before && client === before) return
      throw error
    }
    refusal = null
    if (!before) return
    client = opened
    // By then the old connection has answered for the jobs, if they were being asked for on it.
    setTimeout(() => void before.end().catch(() => {}), JOBS_MS * 4).unref()
  }

  /** Sends the limit and the question in one message, which is one transaction: the limit ends with it. */
  async function answerTo<Row extends object>(limit: string, asked: string): Promise<Row> {
    if (!client) throw new Error('no connection')
    const both = await client.query(`set local ${limit}; ${asked}`)
    return (both as unknown as readonly QueryResult<Row>[])[1]?.rows[0] as Row
  }

  async function askState(): Promise<DatabaseState> {
    try {
      if (!client || performance.now() >= renewAt) await connect()
      const state = await answerTo<DatabaseState>(`lock_timeout = ${LOCK_MS}`, question).catch((error: unknown) => {
        if (!isLocked(error)) throw error
        return answerTo<DatabaseState>(`lock_timeout = ${LOCK_MS}`, questionBesideLock)
      })
      // This server is a standby, and the address may already lead to the primary: the next question opens a new connection.
      if (state.readOnly) renewAt = 0
      last = state
      return state
    } catch (error) {
      const broken = client
      client = null
      last = null
      void broken?.end().catch(() => {})
      throw error
    }
  }

  return {
    ask() {
      asking ??= askState().finally(() => {
        asking = null
      })
      return last ? Promise.race([asking, pause(slowMs, last, { ref: false })]) : asking
    },
    refusal: () => refusal,
    async askJobs() {
      // Not behind a question that has no answer yet: the connection would be given that much longer before it is closed for its silence.
      await asking
      return answerTo<JobTimes>(`statement_timeout = ${JOBS_MS}`, questionOfJobs)
    },
    close: async () => {
      await Promise.all([...open].map((each) => each.end()))
    },
  }
}

const PRESENT_EVERY_MS = 5000

/**
 * Keeps the probe's connection open, also while nobody asks. A restore recognises by it that the portal runs, and is refused
 * (restore-point.ts). Returns a function that stops this.
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
  refusal: () => null,
  askJobs: async () => (await sql.raw<JobTimes>(questionOfJobs).execute(db)).rows[0] as JobTimes,
  close: async () => {},
})
