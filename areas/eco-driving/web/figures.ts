const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
const percentage = new Intl.NumberFormat('sv-SE', { style: 'percent', ...twoDecimals })
const signed = new Intl.NumberFormat('sv-SE', { style: 'percent', signDisplay: 'exceptZero', ...twoDecimals })
const decimals = (count: number) =>
  new Intl.NumberFormat('sv-SE', { minimumFractionDigits: count, maximumFractionDigits: count })

/** What was not measured. */
export const missing = '-'

const orMissing = (format: Intl.NumberFormat) => (value: number | null) =>
  value === null ? missing : format.format(value)

/** 0.9431 is '94,31 %'. */
export const percent = orMissing(percentage)

/** A ratio as what it changes: 0.98 is '−2,00 %', 1.02 '+2,00 %'. */
export const change = (ratio: number | null): string => orMissing(signed)(ratio === null ? null : ratio - 1)

/** '12,5', '−4,0'. */
export const oneDecimal = orMissing(decimals(1))

/** '3,04'. */
export const litresPerMil = orMissing(decimals(2))
