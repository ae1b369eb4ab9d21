/** A fault in a cell of a file: 'rad 3, kolumn anstid: saknas'. Lines count from 1, the header's. */
export const faultAt = (line: number, column: string, why: string): string => `rad ${line}, kolumn ${column}: ${why}`

const MOST_ALIKE = 20
const MOST_LINES = 200

/**
 * Shortens the list of faults of a source. Of faults that differ only in numbers, such as the line, or in quoted text, the first twenty are
 * kept, with the number of the others. At most two hundred faults are listed.
 */
export function shortened(lines: readonly string[]): string[] {
  const kinds = new Map<string, { readonly first: string; count: number }>()
  const shown = lines.filter((line) => {
    const name = line.replaceAll(/”[^”]*”|\d+/g, '#')
    const kind = kinds.get(name) ?? { first: line, count: 0 }
    kind.count++
    kinds.set(name, kind)
    return kind.count <= MOST_ALIKE
  })
  const rest = shown.length - MOST_LINES
  return [
    ...shown.slice(0, MOST_LINES),
    ...(rest > 0 ? [`… och ${rest} fel till.`] : []),
    ...[...kinds.values()]
      .filter(({ count }) => count > MOST_ALIKE)
      .map(({ first, count }) => `… och ${count - MOST_ALIKE} fel till som: ${first}`),
  ]
}
