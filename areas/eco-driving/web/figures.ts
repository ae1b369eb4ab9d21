import { LEAST_EVEN, levelOf, MOST_EVEN } from '../rules.ts'

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
const percentage = new Intl.NumberFormat('sv-SE', { style: 'percent', ...twoDecimals })
const signed = new Intl.NumberFormat('sv-SE', { style: 'percent', signDisplay: 'exceptZero', ...twoDecimals })
const decimals = (count: number) =>
  new Intl.NumberFormat('sv-SE', { minimumFractionDigits: count, maximumFractionDigits: count })

/** Shown for values that were not measured. */
export const missing = '-'

const orMissing = (format: Intl.NumberFormat) => (value: number | null) =>
  value === null ? missing : format.format(value)

/** The text of a ratio that is beyond a limit, and coloured as such, but would be rounded to the limit itself. */
function beyond(ratio: number | null, under: string, over: string): string | null {
  if (ratio === null) return null
  const shown = Math.round(ratio * 10_000)
  const level = levelOf(ratio)
  if (level === 'less' && shown >= LEAST_EVEN * 10_000) return under
  return level === 'more' && shown <= MOST_EVEN * 10_000 ? over : null
}

/** 0.9431 is '94,31 %'. */
export const percent = (ratio: number | null): string =>
  beyond(ratio, 'under 95\u00a0%', 'över 105\u00a0%') ?? orMissing(percentage)(ratio)

/** A ratio as a change: 0.98 is '−2,00 %', 1.02 '+2,00 %'. */
export const change = (ratio: number | null): string =>
  beyond(ratio, 'under −5\u00a0%', 'över +5\u00a0%') ?? orMissing(signed)(ratio === null ? null : ratio - 1)

/** '12,5', '−4,0'. */
export const oneDecimal = orMissing(decimals(1))

/** '3,04'. */
export const litresPerMil = orMissing(decimals(2))

const unknown = 'Uppgift saknas'

/** The difference from 1 in whole percent. */
const difference = (ratio: number) => `${Math.round(Math.abs(ratio - 1) * 100)} procent`

/** What an index means: '6 procent mindre än samma busstyp brukar dra.' */
export function usageInWords(ratio: number | null): string {
  if (ratio === null) return unknown
  const level = levelOf(ratio)
  if (level === 'even') return 'Ungefär vad samma busstyp brukar dra.'
  return `${difference(ratio)} ${level === 'less' ? 'mindre' : 'mer'} än samma busstyp brukar dra.`
}

/** What a change means: 'Du drar 7 procent mindre än månaden före.' */
export function changeInWords(ratio: number | null): string {
  if (ratio === null) return unknown
  const level = levelOf(ratio)
  if (level === 'even') return 'Du drar ungefär lika mycket som månaden före.'
  return `Du drar ${difference(ratio)} ${level === 'less' ? 'mindre' : 'mer'} än månaden före.`
}
