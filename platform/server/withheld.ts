/** Smaller figures are withheld. */
export const LEAST = 5

const isSmall = (count: number) => count > 0 && count < LEAST

type Counts = readonly (readonly number[])[]
/** Who is behind each figure. */
type People = readonly (readonly ReadonlySet<string>[])[]
type Cell = readonly [row: number, column: number]

/** Counts with their sums; null is withheld. */
export interface Published {
  readonly cells: readonly (readonly (number | null)[])[]
  readonly rowSums: readonly (number | null)[]
  readonly columnSums: readonly (number | null)[]
  readonly sum: number | null
}

/**
 * Returns a table of counts with its sums as it may be published: without any figure from one to four, and so that no such figure follows
 * from the others. With `people`, cell by cell, a figure is also withheld if fewer than five people are behind it, however large it is: a
 * dozen reports of one driver are a measure of that driver. Further figures are withheld, the smallest first, until this holds. A sum is a
 * cell of the same table, so that it is withheld like any other.
 *
 * A withheld cell follows from the published ones exactly if it is a bridge of this graph: the vertices are the rows and columns, those of
 * the sums among them, and the edges are the withheld cells. In a cycle of withheld cells, values can be moved around without any published
 * figure changing.
 */
export function withheld(counts: Counts, people: People | null = null): Published {
  const behind = people && withUnions(people)
  const all = behind ? behind.map((row) => row.map(({ size }) => size)) : withSums(counts)
  const together = (cells: readonly Cell[]) =>
    behind ? union(cells.map(([r, c]) => behind[r]![c]!)).size : add(cells.map(([r, c]) => all[r]![c]!))
  const lastRow = all.length - 1
  const lastColumn = (all[0]?.length ?? 1) - 1
  const hidden = all.map((row) => row.map(isSmall))
  // Each turn withholds one more cell, so it ends at the latest when all are withheld.
  for (;;) {
    const next = besideSmallGroup(all, hidden, together) ?? acrossBridge(all, hidden)
    if (!next) break
    hidden[next[0]]![next[1]] = true
  }
  const shown = withSums(counts).map((row, r) => row.map((count, c) => (hidden[r]![c] ? null : count)))
  return {
    cells: shown.slice(0, lastRow).map((row) => row.slice(0, lastColumn)),
    rowSums: shown.slice(0, lastRow).map((row) => row[lastColumn] ?? null),
    columnSums: (shown[lastRow] ?? []).slice(0, lastColumn),
    sum: shown[lastRow]?.[lastColumn] ?? null,
  }
}

function withSums(counts: Counts): number[][] {
  const rows = counts.map((row) => [...row, add(row)])
  const width = rows[0]?.length ?? 1
  return [...rows, Array.from({ length: width }, (_, column) => add(rows.map((row) => row[column] ?? 0)))]
}

/** Like `withSums`, for people: each person is in a sum once. */
function withUnions(people: People): ReadonlySet<string>[][] {
  const rows = people.map((row) => [...row, union(row)])
  const width = rows[0]?.length ?? 1
  return [...rows, Array.from({ length: width }, (_, column) => union(rows.flatMap((row) => row[column] ?? [])))]
}
const union = (groups: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  new Set(groups.flatMap((group) => [...group]))
const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** The smallest cell that is not zero. A cell of zero only if there is no other; null if there are no cells. */
function smallest(all: Counts, cells: readonly Cell[]): Cell | null {
  const worth = ([row, column]: Cell) => all[row]![column] || Number.MAX_SAFE_INTEGER
  return cells.toSorted((one, other) => worth(one) - worth(other))[0] ?? null
}

/**
 * If a line's sum is published, the withheld part of the line follows from it, and must not be a small figure either. Returns a further
 * cell to withhold; null if there is no such line.
 */
function besideSmallGroup(
  all: Counts,
  hidden: readonly (readonly boolean[])[],
  together: (cells: readonly Cell[]) => number,
): Cell | null {
  const rows = all.map((row, r) => row.map((_, c): Cell => [r, c]))
  const columns = (all[0] ?? []).map((_, c) => all.map((__, r): Cell => [r, c]))
  for (const line of [...rows, ...columns]) {
    const inside = line.slice(0, -1)
    const [sumRow, sumColumn] = line.at(-1)!
    if (hidden[sumRow]![sumColumn]) continue
    const group = together(inside.filter(([r, c]) => hidden[r]![c]))
    if (!isSmall(group)) continue
    const open = inside.filter(([r, c]) => !hidden[r]![c])
    return smallest(all, open.some(([r, c]) => all[r]![c]! > 0) ? open : [line.at(-1)!])
  }
  return null
}

/**
 * Returns a cell that, once withheld, forms a cycle with a withheld cell that would otherwise follow from the rest; null if there is no
 * such cell.
 */
function acrossBridge(all: Counts, hidden: readonly (readonly boolean[])[]): Cell | null {
  const cells = all.flatMap((row, r) => row.map((_, c): Cell => [r, c]))
  const edges = cells.filter(([r, c]) => hidden[r]![c])
  for (const bridge of edges) {
    const rest = edges.filter((edge) => edge !== bridge)
    const near = reached(`r${bridge[0]}`, rest)
    if (near.has(`c${bridge[1]}`)) continue
    const far = reached(`c${bridge[1]}`, rest)
    const closing = cells.filter(
      ([r, c]) =>
        !hidden[r]![c] && ((near.has(`r${r}`) && far.has(`c${c}`)) || (far.has(`r${r}`) && near.has(`c${c}`))),
    )
    // If no cell that is not withheld connects the two parts, take any other: the cycle then goes over a line or two more.
    return smallest(all, closing.length > 0 ? closing : cells.filter(([r, c]) => !hidden[r]![c]))
  }
  return null
}

function reached(from: string, edges: readonly Cell[]): ReadonlySet<string> {
  const found = new Set([from])
  for (let before = 0; before < found.size;) {
    before = found.size
    for (const [r, c] of edges) {
      if (found.has(`r${r}`)) found.add(`c${c}`)
      if (found.has(`c${c}`)) found.add(`r${r}`)
    }
  }
  return found
}
