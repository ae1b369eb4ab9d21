import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../area.ts'
import type { PoolState } from '../metrics.ts'
import { forRequests, postgresDialect, type Limits } from './postgres.ts'

/** A replica must not cost a request much time: a statement that fails there is sent to the database itself. */
const limits: Limits = { ...forRequests, connections: 5, reserved: 0, connect: 800, statement: 2500, silence: 3000 }

/** How far the replica may be behind. Its answers also depend on rights, whose changes are promised to count within 30 seconds. */
const BEHIND_MS = 10_000
const LOOK_MS = 2000

export interface Replica {
  /** For searches, figures and exports: the replica's answers while it keeps up, otherwise the database's own. Takes no writes. */
  readonly reads: Database
  readonly pool: () => PoolState
  /** Whether the replica is used now. */
  readonly isUsed: () => boolean
  close(): Promise<void>
}

/**
 * Knows how long ago the database was at the replica's present position. It compares positions in the write-ahead log, because on a quiet
 * night no times are written there.
 */
class Progress {
  readonly #passed: { readonly position: bigint; readonly at: number }[] = []

  passes(position: bigint, at: number): void {
    this.#passed.push({ position, at })
    if (this.#passed.length > (2 * BEHIND_MS) / LOOK_MS) this.#passed.shift()
  }

  /** In milliseconds; Infinity if longer than is remembered. */
  behind(position: bigint, now: number): number {
    const reached = this.#passed.findLast((passed) => passed.position <= position)
    return reached ? now - reached.at : Infinity
  }
}

const bytes = (position: string): bigint => {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Opens a streaming replica of a database, at an address of its own. It is used once it has been seen to keep up. */
export function openReplica(
  primary: Database,
  address: string,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
  { lookMs = LOOK_MS, behindMs = BEHIND_MS } = {},
): Replica {
  const { dialect, state } = postgresDialect(address, limits)
  const replica = new Kysely<object>({ dialect })
  const progress = new Progress()
  let used = false
  let told: string | null = null
  let looking: Promise<void> | null = null

  function use(why: string): void {
    used = why === ''
    if (why === told) return
    told = why
    if (used) log.info('the replica is asked')
    else log.warn({ reason: why }, 'the replica is not asked')
  }

  async function look(): Promise<void> {
    try {
      const began = performance.now()
      const { rows: own } = await sql<{ position: string; id: string }>`
        select pg_current_wal_lsn()::text as position, (select id::text from data_folder) as id`.execute(primary)
      if (own[0]) progress.passes(bytes(own[0].position), began)
      const { rows } = await sql<{ position: string | null; id: string }>`
        select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position,
          (select id::text from data_folder) as id`.execute(replica)
      const position = rows[0]?.position ?? null
      if (position === null) use('it is no replica')
      else if (rows[0]?.id !== own[0]?.id) use('it is another database’s')
      else use(progress.behind(bytes(position), performance.now()) <= behindMs ? '' : 'it is behind')
    } catch {
      use('it cannot be reached, or the database cannot')
    }
  }
  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = null
    })
  }
  lookOnce()
  const timer = setInterval(lookOnce, lookMs)
  timer.unref()

  async function execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!/^\s*(select|with)\b/i.test(query.sql)) throw new Error('what is asked of a replica writes nothing')
    if (used) {
      try {
        return await replica.executeQuery<Row>(query)
      } catch {
        // A replica also cancels statements that block changes it has to replay. If the statement itself is wrong, the database reports it.
        use('it failed')
      }
    }
    return primary.executeQuery<Row>(query)
  }

  return {
    reads: new Kysely<object>({ dialect: dialectOf(execute) }),
    pool: () => ({ pool: 'replica', ...state() }),
    isUsed: () => used,
    async close() {
      clearInterval(timer)
      await looking
      await replica.destroy()
    },
  }
}

const refuse = async () => {
  throw new Error('what is asked of a replica has no transactions')
}

/** There are no transactions, because two statements of one could be answered by different servers. */
function dialectOf(execute: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>): Dialect {
  const connection: DatabaseConnection = {
    executeQuery: execute,
    // oxlint-disable-next-line require-yield -- Kysely's interface has it
    async *streamQuery() {
      await refuse()
    },
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  }
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
