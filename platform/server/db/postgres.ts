import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
} from 'kysely'
import pg from 'pg'
import type { PoolState } from '../metrics.ts'
import { Unavailable } from '../unavailable.ts'
import { readAddress } from './address.ts'
import { NamedQuery, type QueryResult } from './named-query.ts'
import { currentArea, Turns } from './turns.ts'

/** The number of connections, and the time limits on them in milliseconds. */
export interface Limits {
  readonly connections: number
  /** How many of them one area cannot take from the others. */
  readonly reserved: number
  /** To get a connection. */
  readonly connect: number
  /** After which PostgreSQL itself cancels a statement. */
  readonly statement: number
  /** After which the connection is closed because not even the cancellation has arrived: PostgreSQL or the network is down. */
  readonly silence: number
  /** After which PostgreSQL ends an idle transaction: a portal that hangs, for example on its own disk, would keep its locks. */
  readonly idle: number
}

const MINUTE = 60_000

/** For requests: an answer within 2 seconds if there is no connection, within 10 if a statement hangs. */
export const forRequests: Limits = {
  connections: 10,
  reserved: 4,
  connect: 1700,
  statement: 5000,
  silence: 6500,
  idle: MINUTE,
}

/** For migrations, imports and jobs, which may take their time. */
export const forLongWork: Limits = {
  connections: 3,
  reserved: 0,
  connect: 5000,
  statement: 30 * MINUTE,
  silence: 31 * MINUTE,
  idle: 10 * MINUTE,
}

/**
 * How long an unused connection is kept. On a new connection, the next request has to plan its statements anew, which takes 5 to 30 ms, and
 * a burst such as the beginning of a shift needs several at once. pg's own 10 seconds would close them between two bursts.
 */
const KEPT_MS = 10 * MINUTE

/**
 * Load balancers and firewalls on the way drop a connection that is silent for four minutes or less; the system's own default is two hours.
 */
const KEEP_ALIVE_MS = 30_000

/** The SQLSTATE of a server that refuses to write: a standby, or a primary that is being replaced. */
const READ_ONLY = '25006'

/** SQLSTATE classes and codes whose cause is the database server or the network, not the statement. */
const unavailable = [
  /^08/, // the connection
  /^53/, // out of connections, memory or disk
  /^57/, // cancelled (statement_timeout), shut down, starting
  /^58/, // the system that it runs on
  /^55P03$/, // lock_timeout
  /^40001$/, // serialization failure, under another isolation: the other transaction was let through
  /^40P01$/, // deadlock: the other transaction was let through
  /^25P0[34]$/, // idle_in_transaction_session_timeout, and from PostgreSQL 17 on transaction_timeout
  new RegExp(`^${READ_ONLY}$`),
]

function asUnavailable(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof Unavailable) return error
  // An error that does not come from PostgreSQL itself comes from the connection to it.
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : null
  return code === null || unavailable.some((pattern) => pattern.test(code)) ? new Unavailable('database', error) : error
}

/** The clients whose server has refused to write. */
const onStandby = new WeakSet<pg.Client>()

type AnyQuery = (...given: unknown[]) => unknown

/** A client of an address that gives up: it closes its connection if a query is not answered in time. */
function impatientClient(address: string, { silence }: Limits): typeof pg.Client {
  class ImpatientClient extends pg.Client {
    #unanswered = 0
    /** When the latest query began, by `performance.now()`. */
    #since = 0
    // One timer, which runs out now and then and looks how long the latest query has waited: to restart it for each query costs 2 µs.
    #patience: NodeJS.Timeout | null = null

    constructor(config?: pg.ClientConfig) {
      super({ ...readAddress(address), ...config })
      // If the connection is lost while in use, the running query fails with the error; without a listener the event would end
      // the process.
      this.on('error', () => {})
      this.on('end', () => clearTimeout(this.#patience ?? undefined))
      const query = this.query.bind(this) as AnyQuery
      this.query = ((...given: unknown[]) => {
        const [text, values, callback] = given
        if (typeof text === 'string' && Array.isArray(values) && values.length > 0 && !callback)
          return this.#named(query, text, values)
        const answer = query(...given)
        return answer instanceof Promise ? this.#bounded(answer) : answer
      }) as typeof this.query
    }

    #named(query: AnyQuery, text: string, values: readonly unknown[]): Promise<QueryResult> {
      this.#wait()
      return new Promise((resolve, reject) => {
        const answered = (error: Error | null, result?: QueryResult) => {
          this.#unanswered--
          if (result) resolve(result)
          else reject(this.#failed(error))
        }
        query(new NamedQuery(nameOf(text), text, values, answered))
      })
    }

    #bounded(answer: Promise<unknown>): Promise<unknown> {
      this.#wait()
      return answer.then(
        (result) => {
          this.#unanswered--
          return result
        },
        (error: unknown) => {
          this.#unanswered--
          throw this.#failed(error)
        },
      )
    }

    #failed(error: unknown): unknown {
      if (error instanceof pg.DatabaseError && error.code === READ_ONLY) onStandby.add(this)
      return asUnavailable(error)
    }

    #wait(): void {
      this.#unanswered++
      this.#since = performance.now()
      this.#patience ??= this.#after(silence)
    }

    #after(ms: number): NodeJS.Timeout {
      return setTimeout(() => this.#look(), ms).unref()
    }

    #look(): void {
      this.#patience = null
      if (this.#unanswered === 0) return
      const left = this.#since + silence - performance.now()
      if (left > 0) this.#patience = this.#after(left)
      else this.#giveUp()
    }

    /**
     * Closes the connection rather than only abandoning the query: the connection would return to the pool with the old statement still
     * running, and a transaction could be committed without what that statement was to write.
     */
    #giveUp(): void {
      const { stream } = (this as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection
      stream.destroy(new Error(`no answer within ${silence} ms`))
    }
  }
  return ImpatientClient
}

const statementNames = new Map<string, string>()

/**
 * Names each statement by a hash of its text, so that PostgreSQL plans it once per connection: 1.7 times as many reads per second
 * (docs/decisions/0004). There are few texts, since lists are passed as one array parameter.
 */
function nameOf(text: string): string {
  let name = statementNames.get(text)
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url')
    statementNames.set(text, name)
  }
  return name
}

/** A single client for an address, outside every pool. */
export function openClient(address: string, limits: Limits): pg.Client {
  const Client = impatientClient(address, limits)
  return new Client({ connectionTimeoutMillis: limits.connect })
}

const timesAs = (set: 'set' | 'set local', { statement, idle }: Limits) =>
  `${set} statement_timeout = ${statement}; ${set} idle_in_transaction_session_timeout = ${idle}`

/**
 * Settings that the portal relies on, whatever its role or database has set. Transactions expect `read committed`, and dates are read as
 * ISO. JIT is off because statements are short, and compiling one takes longer than it saves. A statement waits for a lock for as long as
 * its own limit allows.
 */
const ownSettings = `
  set datestyle = 'ISO'; set default_transaction_isolation = 'read committed'; set jit = off; set lock_timeout = 0`

/** Connects Kysely to PostgreSQL. A query without an answer in time throws Unavailable. `state` counts the connections. */
export function postgresDialect(
  address: string,
  limits: Limits,
): { readonly dialect: PostgresDialect; readonly state: () => Omit<PoolState, 'pool'> } {
  const pool = new pg.Pool({
    max: limits.connections,
    connectionTimeoutMillis: limits.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    idleTimeoutMillis: KEPT_MS,
    Client: impatientClient(address, limits),
    // As a statement rather than as connection parameters, which PgBouncer refuses.
    // The pool awaits it, although its type does not say so.
    onConnect: (client) => client.query(`${timesAs('set', limits)}; ${ownSettings}`) as unknown as void,
  })
  // The pool drops an idle connection that the server ends, and the next query opens another; without a listener the
  // event would end the process.
  pool.on('error', () => {})
  // The address may lead to the primary again, while this connection stays with the standby. The pool does not take back a client that has
  // been ended.
  pool.on('release', (_, client) => {
    if (onStandby.has(client)) void client.end().catch(() => {})
  })
  const config = { pool }
  const turns = new Turns(limits.connections, limits.reserved)
  const dialect = new (class extends PostgresDialect {
    override createDriver(): Driver {
      return new TurnTakingDriver(config, turns, limits)
    }

    override createAdapter(): PostgresAdapter {
      return new UnlockingAdapter()
    }
  })(config)
  const state = () => ({ inUse: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: turns.waiting })
  return { dialect, state }
}

class UnlockingAdapter extends PostgresAdapter {
  override async releaseMigrationLock(...given: Parameters<PostgresAdapter['releaseMigrationLock']>): Promise<void> {
    // If the connection is lost, the lock is gone too. The error to report is then the lost connection, not the failed unlock.
    await super.releaseMigrationLock(...given).catch(() => undefined)
  }
}

type PostgresConnection = Parameters<PostgresDriver['releaseConnection']>[0]

/** How soon to ask for a connection again if one could not be opened while others are in use. */
const RETRY_MS = 100

const givesBack = Symbol('gives back its turn')

/** A connection that has been lent, and the way to end its turn. */
interface Lent extends DatabaseConnection {
  [givesBack]?: () => void
}

class TurnTakingDriver extends PostgresDriver {
  readonly #pool: pg.Pool
  readonly #turns: Turns
  readonly #limits: Limits
  #lent = 0

  constructor(config: { readonly pool: pg.Pool }, turns: Turns, limits: Limits) {
    super(config)
    this.#pool = config.pool
    this.#turns = turns
    this.#limits = limits
  }

  override async acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>) {
    const until = performance.now() + this.#limits.connect
    const turn = this.#turns.take(currentArea.getStore() ?? '', this.#limits.connect)
    const giveBack = turn instanceof Promise ? await turn : turn
    for (;;) {
      // An idle connection is handed over at once.
      const isIdle = this.#pool.idleCount > 0
      const connecting = super.acquireConnection(...options)
      try {
        const connection: Lent = await (isIdle ? connecting : before(until, connecting))
        this.#lent++
        connection[givesBack] = giveBack
        return connection
      } catch (cause) {
        // A server may refuse a further connection and keep serving those that are open, in use or just returned: wait for the next free
        // one.
        if (this.#lent + this.#pool.idleCount > 0 && performance.now() + RETRY_MS < until) {
          await pause(RETRY_MS)
          continue
        }
        // A connection that arrives late goes to the pool. Each waiting query makes its own attempt: one failure does not predict the next.
        connecting
          .then((connection) => super.releaseConnection(connection as PostgresConnection))
          .then(giveBack, giveBack)
        throw new Unavailable('database', cause)
      }
    }
  }

  override async beginTransaction(...given: Parameters<PostgresDriver['beginTransaction']>): Promise<void> {
    await super.beginTransaction(...given)
    // Behind a PgBouncer with transaction pooling, a request's limits may have been set on this connection.
    if (this.#limits.statement > forRequests.statement) {
      await given[0].executeQuery(CompiledQuery.raw(timesAs('set local', this.#limits)))
    }
  }

  override releaseConnection(connection: PostgresConnection): Promise<void> {
    // The connection is back in the pool when this returns.
    const released = super.releaseConnection(connection)
    const giveBack = (connection as Lent)[givesBack]
    if (giveBack) {
      this.#lent--
      giveBack()
    }
    return released
  }
}

function before<T>(until: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no connection in time')), Math.max(0, until - performance.now()))
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
