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

/** The job was ended, or taken by another process, because it took too long. */
export class JobLost extends Error {
  override readonly name = 'JobLost'
}

// `vacuum` cannot run in a transaction.
const writesNothing = /^\s*(select|vacuum)\b/i

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
  readonly #name: string
  readonly #run: string
  readonly #lost: AbortSignal

  constructor(db: Database, name: string, run: string, lost: AbortSignal) {
    this.#db = db
    this.#name = name
    this.#run = run
    this.#lost = lost
  }

  async execute<Row>(connection: HeldConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#lost.throwIfAborted()
    if (connection.transaction) return connection.transaction.executeQuery<Row>(query)
    if (writesNothing.test(query.sql)) return this.#db.executeQuery<Row>(query)
    return this.#db.transaction().execute(async (tx) => {
      const result = await tx.executeQuery<Row>(query)
      await this.#stillHeld(tx)
      return result
    })
  }

  /** Locks the job's row, so that no other run can take the job before this transaction commits. Throws JobLost if another run has it. */
  async #stillHeld(tx: Database): Promise<void> {
    this.#lost.throwIfAborted()
    const { rows } = await sql`
      select 1 from jobs where name = ${this.#name} and held_by = ${this.#run} for share`.execute(tx)
    if (rows.length === 0) throw new JobLost('job lost')
  }

  async beginTransaction(
    connection: HeldConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    this.#lost.throwIfAborted()
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
 * The database for a run of a job: every statement throws JobLost once `lost` is aborted, and nothing that is written is committed
 * unless the run still holds the job then.
 */
export function heldBy(db: Database, name: string, run: string, lost: AbortSignal): Database {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new HeldDriver(db, name, run, lost),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return new Kysely<object>({ dialect })
}
