import type { Statistic } from '#platform/contract/statistics.ts'
import { monthNames } from '#platform/contract/wall-clock.ts'
import { withheld } from './withheld.ts'

/** The month `count` months before that of a date, as `YYYY-MM`. */
export function monthsBack(date: string, count: number): string {
  const months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 - count
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** The `count` months before that of a date, the oldest first. With `thisToo`, the date's own month is the last of them. */
export const lastMonths = (date: string, count: number, { thisToo = false } = {}): string[] =>
  Array.from({ length: count }, (_, at) => monthsBack(date, count - at - (thisToo ? 1 : 0)))

/** 'Nov 2026'. */
export const nameOfMonth = (month: string): string =>
  `${monthNames[Number(month.slice(5, 7)) - 1]?.slice(0, 3)} ${month.slice(0, 4)}`

/** Leaves out the months before the first that has anything: a new portal has no past. */
export function sinceFirst<Each>(rows: readonly Each[], has: (row: Each) => boolean): readonly Each[] {
  const first = rows.findIndex(has)
  return first === -1 ? [] : rows.slice(first)
}

const inWords = ['', 'en', 'två', 'tre', 'fyra', 'fem', 'sex', 'sju', 'åtta', 'nio', 'tio', 'elva', 'tolv']

/** 'De senaste sex månaderna': as many as are shown. */
export const overMonths = (count: number): string =>
  count === 1 ? 'Den senaste månaden' : `De senaste ${inWords[count] ?? count} månaderna`

interface Row {
  readonly namn: string
  readonly varden: readonly number[]
  /** The people behind each figure; absent if the figures are about things, such as buses. */
  readonly personer?: readonly (readonly string[])[]
}

interface Counted extends Pick<Statistic, 'titel' | 'forklaring' | 'rad' | 'kolumner'> {
  readonly rader: readonly Row[]
  readonly andel?: number | null
}

/** Returns a table of counts with their sums as they may be published (withheld.ts). Empty if there is nothing to see. */
export function tabled({ titel, forklaring, rad, kolumner, rader, andel = null }: Counted): Statistic[] {
  const people = rader.map(({ personer }) => personer?.map((each) => new Set(each)))
  const { cells, rowSums, columnSums, sum } = withheld(
    rader.map(({ varden }) => varden),
    people.every((each) => each !== undefined) ? people : null,
  )
  if (sum === 0 || [...cells.flat(), ...rowSums].every((value) => value === null || value === 0)) return []
  return [
    {
      titel,
      forklaring,
      rad,
      kolumner,
      rader: rader.map(({ namn }, at) => ({ namn, varden: [...(cells[at] ?? [])], summa: rowSums[at] ?? null })),
      summor: { varden: [...columnSums], summa: sum },
      enhet: null,
      andel,
    },
  ]
}
