/** What is wrong with a feed, and where. */
export interface FeedProblem {
  readonly file: string
  readonly line: number | null
  readonly column: string | null
  readonly rule: string
  /** Swedish, one sentence. */
  readonly message: string
}

/** The names of the rules, shown in brackets after the message. */
export type Rule =
  | 'källan-saknas'
  | 'oläslig-källa'
  | 'ingen-zip'
  | 'skadad-zip'
  | 'krypterad-zip'
  | 'osäker-sökväg'
  | 'symbolisk-länk'
  | 'dubblettfil'
  | 'flera-mappar'
  | 'inga-filer'
  | 'för-stort'
  | 'teckenkodning'
  | 'csv-format'
  | 'kolumn-saknas'
  | 'dubblettkolumn'
  | 'antal-celler'
  | 'värde-saknas'
  | 'för-långt-värde'
  | 'tidsformat'
  | 'datumformat'
  | 'heltal'
  | 'färgformat'
  | 'otillåtet-värde'
  | 'dubblettnyckel'
  | 'borttagning-utan-rad'
  | 'fil-saknas'
  | 'inga-tjänster'
  | 'inga-arbetsdagar'
  | 'okänd-tur'
  | 'okänd-hållplats'
  | 'okänd-tjänst'
  | 'okänt-fordon'
  | 'okänd-linje'
  | 'okänt-omlopp'
  | 'okänd-kalender'
  | 'fel-omlopp'
  | 'oklar-kalender'
  | 'slut-före-start'
  | 'överlappning'
  | 'tidszon'
  | 'namn-saknas'
  | 'avgångstid-saknas'
  | 'turtäthet'
  | 'ej-trafikdag'
  | 'fler-problem'

export interface Place {
  readonly file: string
  readonly line?: number | null
  readonly column?: string | null
}

function problemAt(place: Place, rule: Rule, message: string): FeedProblem {
  return { file: place.file, line: place.line ?? null, column: place.column ?? null, rule, message }
}

/** Stops the reading of a whole source or file. readFeed catches it. */
export class FeedFault extends Error {
  readonly problem: FeedProblem
  constructor(place: Place, rule: Rule, message: string) {
    super(message)
    this.problem = problemAt(place, rule, message)
  }
}

export const fileMissing = (file: string) => new FeedFault({ file }, 'fil-saknas', 'Filen saknas.')

export const notReadable = (file: string) =>
  new FeedFault({ file }, 'oläslig-källa', 'Filen eller mappen går inte att läsa.')

/** Collects problems. A feed with a systematic fault has it in every row, so only the first ones of a kind are kept. */
export class ProblemList {
  readonly #limit: number
  readonly #kept: { error: FeedProblem[]; warning: FeedProblem[] } = { error: [], warning: [] }
  /** By file, column and rule. */
  readonly #count = { error: new Map<string, number>(), warning: new Map<string, number>() }

  constructor(limit: number) {
    this.#limit = limit
  }

  error(place: Place, rule: Rule, message: string): void {
    this.#add('error', problemAt(place, rule, message))
  }

  warning(place: Place, rule: Rule, message: string): void {
    this.#add('warning', problemAt(place, rule, message))
  }

  /** Adds the fault that stopped a file or the source; any error but a FeedFault is a bug and is rethrown. */
  fault(cause: unknown): void {
    if (!(cause instanceof FeedFault)) throw cause
    this.#add('error', cause.problem)
  }

  get hasErrors(): boolean {
    return this.#count.error.size > 0
  }

  get errors(): FeedProblem[] {
    return this.#listed('error', 'fel')
  }

  get warnings(): FeedProblem[] {
    return this.#listed('warning', 'varningar')
  }

  #add(kind: 'error' | 'warning', problem: FeedProblem): void {
    const alike = JSON.stringify([problem.file, problem.column, problem.rule])
    const count = (this.#count[kind].get(alike) ?? 0) + 1
    this.#count[kind].set(alike, count)
    if (count <= this.#limit) this.#kept[kind].push(problem)
  }

  #listed(kind: 'error' | 'warning', word: string): FeedProblem[] {
    const more = [...this.#count[kind]].flatMap(([alike, count]) => {
      if (count <= this.#limit) return []
      const [file, column, rule] = JSON.parse(alike) as [string, string | null, Rule]
      const rest = swedishNumber(count - this.#limit)
      return [problemAt({ file, column }, 'fler-problem', `Ytterligare ${rest} ${word} av slaget ${rule} visas inte.`)]
    })
    return [...this.#kept[kind], ...more]
  }
}

/** `run_events.txt rad 12, kolumn trip_id: Turen ”9” finns inte. (okänd-tur)` */
export function formatProblem(problem: FeedProblem): string {
  const line = problem.line === null ? '' : ` rad ${problem.line}`
  const column = problem.column === null ? '' : `, kolumn ${problem.column}`
  const place = `${problem.file}${line}${column}`
  return `${place === '' ? '' : `${place}: `}${problem.message} (${problem.rule})`
}

export function swedishNumber(value: number): string {
  return value.toLocaleString('sv-SE')
}

export function counted(value: number, one: string, many: string): string {
  return `${swedishNumber(value)} ${value === 1 ? one : many}`
}

/** A value from the feed, made safe and short enough for a line of text. */
export function quoted(value: string): string {
  const shown = value.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�')
  return `”${shown.length > 80 ? `${shown.slice(0, 79)}…` : shown}”`
}
