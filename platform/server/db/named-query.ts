import type { Duplex } from 'node:stream'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

/** The parts of the driver's connection that a `Submittable` query uses, including those that the driver's types leave out. */
interface Connection {
  readonly stream: Duplex
  /** The text of each statement that the server has planned, by name. */
  readonly parsedStatements: Readonly<Record<string, string | undefined>>
  readonly submittedNamedStatements: Record<string, string | undefined>
  parse(statement: { readonly name: string; readonly text: string }): void
  bind(portal: { statement: string; values: readonly unknown[]; valueMapper: typeof prepareValue }): void
  describe(what: { readonly type: 'P' }): void
  execute(portal: object): void
  sync(): void
  sendCopyFail(why: string): void
  /**
   * The columns of its planned statements. The server refuses to run one whose columns have changed, so they are valid for as long as the
   * connection. Looking for them in a WeakMap costs more.
   */
  [columns]?: Map<string, Columns>
}

const columns = Symbol('columns')

type RawRow = readonly (string | null)[]

interface Columns {
  readonly count: number
  readonly rowOf: (raw: RawRow) => object
}

export interface QueryResult {
  readonly command: string
  readonly rowCount: number | null
  readonly rows: readonly object[]
}

/**
 * A planned statement whose columns are asked for once per connection. The driver's own query has them described and read at each run,
 * which costs as much as four of twenty rows, and looks up a column's name for each value (docs/decisions/0071).
 */
export class NamedQuery implements pg.Submittable {
  readonly name: string
  readonly text: string
  // Not readonly: the driver replaces it if the address sets a `query_timeout`.
  callback: (error: Error | null, result?: QueryResult) => void
  readonly #values: readonly unknown[]
  readonly #rows: object[] = []
  #columns: Columns | undefined
  #complete = ''
  #failure: Error | null = null

  constructor(name: string, text: string, values: readonly unknown[], callback: NamedQuery['callback']) {
    this.name = name
    this.text = text
    this.#values = values
    this.callback = callback
  }

  submit(given: unknown): void {
    const connection = given as Connection
    const { stream, parsedStatements, submittedNamedStatements } = connection
    this.#columns = connection[columns]?.get(this.name)
    // Sends all messages together: each would otherwise be sent by itself.
    stream.cork()
    try {
      if ((parsedStatements[this.name] ?? submittedNamedStatements[this.name]) === undefined) {
        connection.parse({ name: this.name, text: this.text })
        submittedNamedStatements[this.name] = this.text
      }
      connection.bind({ statement: this.name, values: this.#values, valueMapper: prepareValue })
      if (!this.#columns) connection.describe({ type: 'P' })
      connection.execute({})
    } catch (error) {
      // A value cannot be written. `sync` ends the messages that have already been sent.
      this.#failure = error as Error
    } finally {
      connection.sync()
      stream.uncork()
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = columnsOf(fields)
  }

  handleDataRow({ fields }: { readonly fields: RawRow }): void {
    if (this.#failure) return
    try {
      if (this.#columns?.count !== fields.length) throw new Error('the columns of a planned statement have changed')
      this.#rows.push(this.#columns.rowOf(fields))
    } catch (error) {
      this.#failure = error as Error
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#complete = text
  }

  handleReadyForQuery(connection: Connection): void {
    this.#remember(connection)
    if (this.#failure) return this.callback(this.#failure)
    // 'SELECT 20', 'INSERT 0 1', 'BEGIN'
    const text = this.#complete
    const first = text.indexOf(' ')
    const command = first < 0 ? text : text.slice(0, first)
    const count = first < 0 ? Number.NaN : Number(text.slice(text.lastIndexOf(' ') + 1))
    this.callback(null, { command, rowCount: Number.isNaN(count) ? null : count, rows: this.#rows })
  }

  handleError(error: Error): void {
    this.callback(this.#failure ?? error)
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: Connection): void {
    connection.sendCopyFail('no source')
  }

  handleCopyData(): void {}

  #remember(connection: Connection): void {
    const known = (connection[columns] ??= new Map<string, Columns>())
    if (this.#failure) known.delete(this.name)
    else if (!known.has(this.name)) known.set(this.name, this.#columns ?? columnsOf([]))
  }
}

const compiled = new Map<string, Columns>()

/** Compiles one function for all connections. */
function columnsOf(fields: readonly pg.FieldDef[]): Columns {
  const key = JSON.stringify(fields.map(({ name, dataTypeID }) => [name, dataTypeID]))
  let columns = compiled.get(key)
  if (!columns) compiled.set(key, (columns = compile(fields)))
  return columns
}

const untouched = pg.types.getTypeParser(pg.types.builtins.TEXT)

/** As a plain key, `__proto__` would set the row's prototype. */
const keyOf = (name: string) => (name === '__proto__' ? `["${name}"]` : JSON.stringify(name))

/**
 * Compiles a function that makes rows of these columns: an object literal with their names, which come from the portal's own statements.
 */
function compile(fields: readonly pg.FieldDef[]): Columns {
  const parsers = fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID))
  const values = parsers.map((parse, at) =>
    parse === untouched ? `raw[${at}]` : `raw[${at}] === null ? null : parsers[${at}](raw[${at}])`,
  )
  const literal = fields.map(({ name }, at) => `${keyOf(name)}: ${values[at]}`)
  // oxlint-disable-next-line no-implied-eval -- nothing of it comes from outside: the names are written in the portal's statements
  const make = new Function('parsers', `return (raw) => ({ ${literal.join(', ')} })`)
  return { count: fields.length, rowOf: make(parsers) }
}
