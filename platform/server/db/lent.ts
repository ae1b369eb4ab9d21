import { CompiledQuery, Kysely, PGliteAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { ControlledTransaction, DatabaseConnection, Driver } from 'kysely'
import type { Database } from '../area.ts'
import { letOthersIn } from '../slices.ts'

/** A request of the process that borrows: a statement, or the beginning or end of a transaction. */
type Asked = { readonly sql: string; readonly parameters: readonly unknown[] } | 'begin' | 'commit' | 'rollback'

/** A request to the embedded database, and the answer to it. */
export interface Question {
  readonly id: number
  readonly asked: Asked
}
export interface Answer {
  readonly id: number
  readonly rows: readonly unknown[]
  readonly affected?: bigint
  readonly failed?: SentError
}

/** The part of an error that is sent to another process: a database error also has parameters, which may be a whole feed. */
export interface SentError {
  readonly name: string
  readonly message: string
  readonly stack?: string
  readonly code?: string
  readonly cause?: SentError
}

export function sentError(error: unknown): SentError {
  const { name, message, stack, code, cause } = error as Error & { readonly code?: string }
  return error instanceof Error
    ? { name, message, stack, code, ...(cause !== undefined && { cause: sentError(cause) }) }
    : { name: 'Error', message: String(error) }
}

export function receivedError({ message, cause, ...more }: SentError): Error {
  return Object.assign(new Error(message, cause && { cause: receivedError(cause) }), more)
}

/** The side of the process that has the database. */
export interface Lender {
  answer(question: Question): Promise<Answer>
  /** For when no more questions come: rolls back a transaction that was not committed. */
  close(): Promise<void>
}

/**
 * Lends the embedded database, which only this process can open, to another process, statement by statement, so that the other's data is
 * not in this process's memory. Waiting requests of this process go before each statement, but not within a transaction, whose end they all
 * wait for. If the other process sends nothing within a transaction for `patienceMs`, `stalled` is called, which has to end that process.
 */
export function lend(db: Database, patienceMs: number, stalled: () => void): Lender {
  let transaction: ControlledTransaction<object> | null = null
  let impatient: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function carryOut(asked: Asked): Promise<Omit<Answer, 'id'>> {
    if (!transaction) await letOthersIn()
    if (asked === 'begin') {
      transaction = await db.startTransaction().execute()
    } else if (asked === 'commit' || asked === 'rollback') {
      await transaction?.[asked]().execute()
      // A commit that fails keeps the transaction, because a rollback follows.
      transaction = null
    } else {
      const query = CompiledQuery.raw(asked.sql, [...asked.parameters])
      const { rows, numAffectedRows } = await (transaction ?? db).executeQuery(query)
      return { rows, affected: numAffectedRows }
    }
    return { rows: [] }
  }

  return {
    answer({ id, asked }) {
      clearTimeout(impatient)
      const answered = last.then(async () => {
        try {
          return { id, ...(await carryOut(asked)) }
        } catch (error) {
          return { id, rows: [], failed: sentError(error) }
        } finally {
          clearTimeout(impatient)
          if (transaction) impatient = setTimeout(stalled, patienceMs).unref()
        }
      })
      last = answered
      return answered
    },
    async close() {
      await last
      clearTimeout(impatient)
      await transaction?.rollback().execute()
      transaction = null
    },
  }
}

/** The side of the process that borrows: a database whose statements go to `send`, and whose answers are given to `take`. */
export function borrow(send: (question: Question) => void): { db: Database; take: (answer: Answer) => void } {
  const waiting = new Map<number, (answer: Answer) => void>()
  let count = 0

  async function ask(asked: Asked): Promise<Answer> {
    const id = ++count
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve)
      send({ id, asked })
    })
    if (answer.failed) throw receivedError(answer.failed)
    return answer
  }

  const connection: DatabaseConnection = {
    executeQuery: async ({ sql, parameters }) => {
      const { rows, affected } = await ask({ sql, parameters })
      return { rows: rows as never[], numAffectedRows: affected }
    },
    streamQuery: () => {
      throw new Error('the embedded database does not stream')
    },
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: async () => void (await ask('begin')),
    commitTransaction: async () => void (await ask('commit')),
    rollbackTransaction: async () => void (await ask('rollback')),
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  return {
    db: new Kysely<object>({
      dialect: {
        // This adapter has one connection: other statements wait for it in this process.
        createAdapter: () => new PGliteAdapter(),
        createDriver: () => driver,
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }),
    take(answer) {
      waiting.get(answer.id)?.(answer)
      waiting.delete(answer.id)
    },
  }
}
