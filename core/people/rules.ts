/** '+46 70-123 45 67' to '701234567': what the form shows after its +46. */
export const nationalDigits = (phone: string): string => phone.replaceAll(/\D/g, '').replace(/^(0046|46)/, '')

/** Digits without a leading zero; the longest number has 15 (E.164). */
export const isNational = (digits: string): boolean => /^[1-9]\d{0,14}$/.test(digits)

/** A number of the form as it is sent and stored: empty stays empty. */
export const onTheWire = (digits: string): string => (digits.trim() === '' ? '' : `+46 ${digits.trim()}`)

/**
 * Converts a number as people and payroll systems write it to '+46 701234567'; null if it is not a Swedish one. A spreadsheet drops
 * the leading zero, and no Swedish number has more than nine digits without it: only a longer one can begin with the country code.
 */
export function swedishNumber(written: string): string | null {
  const digits = written.replaceAll(/\D/g, '')
  const abroad = /^\s*(\+|00)/.test(written)
  if (abroad && !/^(00)?46/.test(digits)) return null
  const national =
    abroad || (digits.startsWith('46') && digits.length > 9)
      ? digits.replace(/^(00)?46/, '').replace(/^0/, '')
      : digits.replace(/^0/, '')
  return isNational(national) && national.length >= 6 && !/\p{L}/u.test(written) ? `+46 ${national}` : null
}
