/** The longest list that can be looked through without tools. */
export const longList = 20

export interface Sort<Row> {
  readonly label: string
  /** Without `compare`, the rows keep their order. */
  readonly compare?: (a: Row, b: Row) => number
}

interface Wanted<Row> {
  readonly sought: string
  readonly words: (row: Row) => string
  /** The only kind that is shown. Empty for all. */
  readonly only: string
  readonly kind: ((row: Row) => string) | undefined
  readonly sort: Sort<Row>
}

const lower = (text: string) => text.toLocaleLowerCase('sv')

/** The rows of one kind that contain each of the searched words, in the chosen order. */
export function arranged<Row>(rows: readonly Row[], { sought, words, only, kind, sort }: Wanted<Row>): readonly Row[] {
  const terms = lower(sought).split(/\s+/).filter(Boolean)
  const kept = rows.filter((row) => {
    if (only !== '' && kind?.(row) !== only) return false
    const text = terms.length > 0 ? lower(words(row)) : ''
    return terms.every((term) => text.includes(term))
  })
  return sort.compare ? kept.toSorted(sort.compare) : kept
}

/** Orders rows by a text of theirs, by Swedish rules. */
export const byText =
  <Row>(textOf: (row: Row) => string) =>
  (a: Row, b: Row): number =>
    textOf(a).localeCompare(textOf(b), 'sv', { numeric: true })
