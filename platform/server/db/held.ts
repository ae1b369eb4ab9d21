import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
  type ControlledTransaction,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Database } from '../area.ts'
import { forLongWork } from './postgres.ts'

/** The job was ended, or taken by another process, because it took too long. */
export class JobLost extends Error {
  override readonly name = 'JobLost'
}

/** A run of a job, which may hold the job for `limitMs` from now on. */
export interface Hold {
  readonly name: string
  readonly run: string
  readonly lost: AbortSignal
  readonly limitMs: number
}

const onlyReads = /^\s*select\b/i
const inNoTransaction = /^\s*vacuum\b/i

/** Each statement takes a connection when it is executed. Two statements within `db.connection()` may therefore run on different ones. */
class HeldConnection implements DatabaseConnection {
  transaction: ControlledTransaction<object> | null = null
  readonly #held: HeldDriver

  constructor(held: HeldDriver) {
    this.#held = held
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#held.execute(this, query)
  }

  // oxlint-disable-next-line require-yield -- Kysely's interface has it; no job reads row by row
  async *streamQuery(): AsyncIterableIterator<QueryResult<never>> {
    throw new Error('a job reads no rows one by one')
  }
}

class HeldDriver implements Driver {
  readonly #db: Database
  readonly #hold: Hold
  readonly #until: number

  constructor(db: Database, hold: Hold) {
    this.#db = db
    this.#hold = hold
    this.#until = performance.now() + hold.limitMs
  }

  async execute<Row>({ transaction }: HeldConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#hold.lost.throwIfAborted()
    if (transaction) return this.#inTime<Row>(transaction, query)
    if (inNoTransaction.test(query.sql)) return this.#db.executeQuery<Row>(query)
    return this.#db.transaction().execute(async (tx) => {
      const result = await this.#inTime<Row>(tx, query)
      if (!onlyReads.test(query.sql)) await this.#stillHeld(tx)
      return result
    })
  }

  /**
   * PostgreSQL cancels the statement when the run may no longer hold the job. A statement that waits for a lock would otherwise keep its
   * connection, while the next run of the job takes another one and waits too.
   */
  async #inTime<Row>(tx: Database, query: CompiledQuery): Promise<QueryResult<Row>> {
    const left = Math.min(this.#until - performance.now(), forLongWork.statement)
    // Zero would mean no limit.
    const timeout = String(Math.max(1, Math.ceil(left)))
    await sql`select set_config('statement_timeout', ${timeout}, true)`.execute(tx)
    return tx.executeQuery<Row>(query)
  }

  /** Locks the job's row, so that no other run can take the job before this transaction commits. Throws JobLost if another run has it. */
  async #stillHeld(tx: Database): Promise<void> {
    const { name, run, lost } = this.#hold
    lost.throwIfAborted()
    const { rows } = await sql`
      select 1 from jobs where name = ${name} and held_by = ${run} for share`.execute(tx)
    if (rows.length === 0) throw new JobLost('job lost')
  }

  async beginTransaction(
    connection: HeldConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    this.#hold.lost.throwIfAborted()
    let begin = this.#db.startTransaction()
    if (isolationLevel) begin = begin.setIsolationLevel(isolationLevel)
    if (accessMode) begin = begin.setAccessMode(accessMode)
    connection.transaction = await begin.execute()
  }

  async commitTransaction(connection: HeldConnection): Promise<void> {
    const { transaction } = connection
    if (!transaction) return
    await this.#stillHeld(transaction)
    await transaction.commit().execute()
    // A commit that fails keeps the transaction, because the rollback that follows gives the connection back.
    connection.transaction = null
  }

  async rollbackTransaction(connection: HeldConnection): Promise<void> {
    const { transaction } = connection
    connection.transaction = null
    await transaction?.rollback().execute()
  }

  acquireConnection = async () => new HeldConnection(this)
  init = async () => {}
  releaseConnection = async () => {}
  destroy = async () => {}
}

/**
 * The database for a run of a job: every statement throws JobLost once `lost` is aborted, nothing that is written is committed unless the
 * run still holds the job then, and a statement is cancelled when `limitMs` is over.
 */
export function heldBy(db: Database, hold: Hold): Database {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new HeldDriver(db, hold),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return new Kysely<object>({ dialect })
}
