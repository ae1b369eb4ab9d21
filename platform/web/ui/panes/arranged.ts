/** The longest list that one looks through without tools. */
export const longList = 20

export interface Sort<Row> {
  readonly label: string
  /** Without it, the order in which they came. */
  readonly compare?: (a: Row, b: Row) => number
}

interface Wanted<Row> {
  readonly sought: string
  readonly words: (row: Row) => string
  /** The only kind that is shown; empty for all. */
  readonly only: string
  readonly kind: ((row: Row) => string) | undefined
  readonly sort: Sort<Row>
}

const lower = (text: string) => text.toLocaleLowerCase('sv')

/** The rows of one kind that contain each of the words sought, in the order chosen. */
export function arranged<Row>(rows: readonly Row[], { sought, words, only, kind, sort }: Wanted<Row>): readonly Row[] {
  const terms = lower(sought).split(/\s+/).filter(Boolean)
  const kept = rows.filter((row) => {
    if (only !== '' && kind?.(row) !== only) return false
    const text = terms.length > 0 ? lower(words(row)) : ''
    return terms.every((term) => text.includes(term))
  })
  return sort.compare ? kept.toSorted(sort.compare) : kept
}

/** Orders by a text of each row, as Swedish does. */
export const byText =
  <Row>(textOf: (row: Row) => string) =>
  (a: Row, b: Row): number =>
    textOf(a).localeCompare(textOf(b), 'sv', { numeric: true })
