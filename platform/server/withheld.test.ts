import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LEAST, withheld } from './withheld.ts'

test('a figure under five is withheld, and so is another that would give it away', () => {
  expect(withheld([[3, 8, 20]])).toEqual({
    cells: [[null, null, 20]],
    rowSums: [31],
    columnSums: [null, null, 20],
    sum: 31,
  })
})

test('nothing is told as nothing, and large figures as they are', () => {
  expect(
    withheld([
      [0, 12],
      [7, 5],
    ]),
  ).toEqual({
    cells: [
      [0, 12],
      [7, 5],
    ],
    rowSums: [12, 12],
    columnSums: [7, 17],
    sum: 24,
  })
  expect(withheld([])).toEqual({ cells: [], rowSums: [], columnSums: [], sum: 0 })
})

test('two small ones do not give away that together they are small', () => {
  const { cells } = withheld([[1, 2, 9, 30]])
  expect(cells).toEqual([[null, null, null, 30]])
})

const tables = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 4 })).chain(([rows, columns]) =>
  fc.array(
    fc.array(fc.oneof(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 60 })), {
      minLength: columns,
      maxLength: columns,
    }),
    { minLength: rows, maxLength: rows },
  ),
)

/**
 * How many withheld cells an attacker can compute who solves the published sums as equations. By elimination, unlike `withheld`, which
 * looks for bridges.
 */
function given(shown: readonly (readonly (number | null)[])[]): number {
  const height = shown.length
  const width = shown[0]!.length
  const unknowns = shown.flatMap((row, r) => row.flatMap((value, c) => (value === null ? [r * width + c] : [])))
  const equation = (cells: readonly number[]) => unknowns.map((cell) => cells.filter((each) => each === cell).length)
  const lines = [
    ...shown.map((row, r) => row.map((_, c) => r * width + c)),
    ...shown[0]!.map((_, c) => Array.from({ length: height }, (__, r) => r * width + c)),
  ].map((line) => equation(line).map((factor, at) => (unknowns[at] === line.at(-1) ? -factor : factor)))
  let solved = 0
  for (let column = 0; column < unknowns.length; column++) {
    const pivot = lines.findIndex((line, at) => at >= solved && Math.abs(line[column]!) > 1e-9)
    if (pivot === -1) continue
    ;[lines[solved], lines[pivot]] = [lines[pivot]!, lines[solved]!]
    const by = lines[solved]![column]!
    lines[solved] = lines[solved]!.map((factor) => factor / by)
    for (const [at, line] of lines.entries())
      if (at !== solved) lines[at] = line.map((factor, each) => factor - line[column]! * lines[solved]![each]!)
    solved++
  }
  return lines.filter((line) => line.filter((factor) => Math.abs(factor) > 1e-9).length === 1).length
}

test('no published table gives a withheld figure away', () => {
  fc.assert(
    fc.property(tables, (counts) => {
      const { cells, rowSums, columnSums, sum } = withheld(counts)
      const shown = [...cells.map((row, at) => [...row, rowSums[at]!]), [...columnSums, sum]]
      expect(shown.flat().filter((value) => value !== null && value > 0 && value < LEAST)).toEqual([])
      expect(given(shown)).toBe(0)
      for (const [at, row] of cells.entries()) {
        if (rowSums[at] === null || rowSums[at] === undefined) continue
        const left = rowSums[at] - row.reduce<number>((total, value) => total + (value ?? 0), 0)
        expect(left === 0 || left >= LEAST).toBe(true)
      }
    }),
    { numRuns: 400 },
  )
})

test('no published figure or sum has fewer than five people behind it, and none such follows from the others', () => {
  const behind = (count: number, from: number, many: number) =>
    new Set(Array.from({ length: count }, (_, at) => String((from + at) % many)))
  fc.assert(
    fc.property(tables, fc.integer({ min: 1, max: 12 }), fc.nat({ max: 11 }), (counts, many, step) => {
      const people = counts.map((row, r) => row.map((count, c) => behind(count, (r + c) * step, many)))
      const { cells, rowSums, columnSums, sum } = withheld(counts, people)
      const shown = [...cells.map((row, at) => [...row, rowSums[at]!]), [...columnSums, sum]]
      const all = (sets: readonly ReadonlySet<string>[]) => new Set(sets.flatMap((each) => [...each]))
      const columns = counts[0]!.map((_, c) => all(people.map((row) => row[c]!)))
      const sets = [...people.map((row) => [...row, all(row)]), [...columns, all(columns)]]
      for (const [r, row] of shown.entries())
        for (const [c, value] of row.entries())
          expect(value === null || value === 0 || sets[r]![c]!.size >= LEAST).toBe(true)
      expect(given(shown)).toBe(0)
      for (const [r, row] of shown.entries()) {
        if (row.at(-1) === null) continue
        const left = all(sets[r]!.filter((_, c) => row[c] === null))
        expect(left.size === 0 || left.size >= LEAST).toBe(true)
      }
    }),
    { numRuns: 400 },
  )
})

test('one person is one behind a sum too, however many figures it is of', () => {
  const anna = new Set(['anna'])
  expect(withheld([[6, 7, 8]], [[anna, anna, anna]])).toEqual({
    cells: [[null, null, null]],
    rowSums: [null],
    columnSums: [null, null, null],
    sum: null,
  })
})
