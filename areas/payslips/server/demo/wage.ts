/** One line of a payslip; a deduction has a negative amount. */
export interface WageLine {
  readonly code: string
  readonly label: string
  readonly quantity?: number
  readonly unit?: 'tim' | 'dgr' | 'mån'
  readonly price?: number
  readonly amount: number
}

export interface Wage {
  readonly lines: readonly WageLine[]
  readonly gross: number
  readonly tax: number
  readonly net: number
  readonly holidays: { readonly taken: number; readonly left: number; readonly saved: number }
}

export interface Earner {
  readonly number: string
  readonly position: string
}

const monthly: Readonly<Record<string, number>> = {
  VD: 84_500,
  'HR-chef': 58_200,
  'Samordnare PR- och marknadskommunikation': 42_900,
  Områdeschef: 52_400,
  Ekonom: 43_700,
  Driftledare: 41_300,
  Trafikledare: 37_600,
  Fordonstekniker: 36_800,
}
const DRIVER = 31_450
const HOLIDAYS = 25

/** A pseudo-random number from 0 to 1, the same for the same words. */
function chance(...words: readonly (string | number)[]): number {
  let hash = 2_166_136_261
  for (const letter of words.join(' ')) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d)
  return ((hash ^ (hash >>> 12)) >>> 0) / 2 ** 32
}

const between = (low: number, high: number, at: number) => Math.round(low + (high - low) * at)
const ore = (amount: number) => Math.round(amount * 100) / 100

/** What an employee earned in a month of a year; deterministic. */
export function wageOf({ number, position }: Earner, year: number, month: number): Wage {
  const drives = !(position in monthly)
  // Wages are revised in April.
  const base = (monthly[position] ?? DRIVER + between(0, 18, chance(number, 'steg')) * 150) - (month < 4 ? 850 : 0)
  const roll = (what: string) => chance(number, year, month, what)
  const lines: WageLine[] = [{ code: '010', label: 'Månadslön', quantity: 1, unit: 'mån', price: base, amount: base }]
  const add = (code: string, label: string, quantity: number, unit: 'tim' | 'dgr', price: number) => {
    if (quantity) lines.push({ code, label, quantity, unit, price, amount: ore(quantity * price) })
  }
  if (drives) {
    add('310', 'Ob-tillägg kväll', between(9, 34, roll('kväll')), 'tim', 24.36)
    add('311', 'Ob-tillägg natt', roll('har natt') < 0.4 ? between(3, 12, roll('natt')) : 0, 'tim', 33.12)
    add('315', 'Ob-tillägg helg', between(6, 26, roll('helg')), 'tim', 56.48)
    add('340', 'Delad tjänst', between(0, 6, roll('delad')), 'dgr', 87.5)
    add('210', 'Övertid enkel', roll('övertid') < 0.35 ? between(1, 7, roll('timmar')) : 0, 'tim', ore(base / 94))
  }
  const days = holidaysIn(number, year, month)
  add('520', 'Semestertillägg', days, 'dgr', ore(base * 0.008))
  if (roll('sjuk') < 0.14) {
    const sick = between(1, 3, roll('sjukdagar'))
    add('610', 'Karensavdrag', 1, 'dgr', -ore(base * 0.0369))
    add('611', 'Sjukavdrag', sick, 'dgr', -ore((base * 12) / 365))
    add('612', 'Sjuklön 80\u00a0%', sick, 'dgr', ore(((base * 12) / 365) * 0.8))
  }
  const gross = ore(lines.reduce((sum, { amount }) => sum + amount, 0))
  const tax = taxOn(gross)
  const taken = Array.from({ length: month }, (_, earlier) => holidaysIn(number, year, earlier + 1)).reduce(
    (sum, count) => sum + count,
    0,
  )
  const saved = between(0, 12, chance(number, 'sparade'))
  return { lines, gross, tax, net: Math.round(gross - tax), holidays: { taken, left: HOLIDAYS - taken, saved } }
}

/** Days of holiday in a month: most of them in July, some in another month. */
function holidaysIn(number: string, year: number, month: number): number {
  const other = 1 + Math.floor(chance(number, year, 'ledig') * 12)
  const few = other === 7 ? 0 : 4
  if (month === 7) return 15 + between(0, 4, chance(number, year, 'juli'))
  return month === other ? few : 0
}

/** Roughly the tax according to a tax table of northern Sweden, in whole kronor. */
const taxOn = (gross: number) => Math.round(Math.max(0, (gross - 3_600) * 0.262) + Math.max(0, gross - 54_000) * 0.23)
