import table from './holidays.json' with { type: 'json' }

// The table is written from date-holidays by its test (docs/decisions/0053): `npx vitest run areas/schedule/server/holidays.test.ts -u`.
const years: Readonly<Record<string, readonly (readonly string[])[]>> = table

interface Holiday {
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** 'Långfredagen'. */
  readonly name: string
}

/** The Swedish holidays from a day up to, not including, another of the same year or the next one's first. */
export function holidaysBetween(from: string, before: string): Holiday[] {
  return (years[from.slice(0, 4)] ?? [])
    .map(([date = '', name = '']) => ({ date, name }))
    .filter(({ date }) => date >= from && date < before)
}
