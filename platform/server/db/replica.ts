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
import { selected, type RowOf } from './rows.ts'
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
export class Progress {
  readonly #passed: { readonly position: bigint; readonly at: number }[] = []

  passes(position: bigint, at: number): void {
    this.#passed.push({ position, at })
    // Twice at each look.
    if (this.#passed.length > (4 * BEHIND_MS) / LOOK_MS) this.#passed.shift()
  }

  /** Whether the database has not come to a position yet, as where it has gone back to an earlier point than its replica. */
  isAhead(position: bigint): boolean {
    return position > (this.#passed.at(-1)?.position ?? 0n)
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

// A recovery from the archive begins a new timeline: changes that an earlier replica has may never have happened on it.
const ofPrimary = selected({
  position: sql<string>`pg_current_wal_lsn()::text`,
  id: sql<string | null>`(select id::text from data_folder)`,
  timeline: sql<number>`('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int`,
})
// An ordinary user may not see in pg_stat_wal_receiver on which timeline a replica receives. The other function has that of its last
// restartpoint, which comes a few minutes after another server has taken over.
const ofReplica = selected({
  position: sql<string | null>`case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end`,
  id: sql<string | null>`(select id::text from data_folder)`,
  timeline: sql<number>`coalesce((select received_tli from pg_stat_wal_receiver), (select timeline_id from pg_control_checkpoint()))`,
})

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

  async function lookAtPrimary() {
    const began = performance.now()
    const { rows } = await sql<RowOf<typeof ofPrimary>>`select ${ofPrimary}`.execute(primary)
    if (rows[0]) progress.passes(bytes(rows[0].position), began)
    return rows[0]
  }

  async function look(): Promise<void> {
    try {
      const own = await lookAtPrimary()
      const { rows } = await sql<RowOf<typeof ofReplica>>`select ${ofReplica}`.execute(replica)
      const its = rows[0]
      const position = its?.position ?? null
      await lookAtPrimary()
      if (position === null) use('it is no replica')
      else if (its?.id !== own?.id) use('it is another database’s')
      else if (its?.timeline !== own?.timeline) use('it is on another timeline')
      else if (progress.isAhead(bytes(position))) use('it is ahead of the database')
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
