/** The most characters of one area or position. */
export const VALUE_LENGTH = 200

/** The values of a text that may have several, separated by commas: 'Skellefteå, Umeå'. */
export const severalIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((value) => value.trim())
      .filter(Boolean),
  ),
]

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

// The area codes of two digits after the zero, and the mobile ones: pts.se, den svenska telefonnummerplanen. 08 has one, the rest three.
const twoDigitAreas = /^(1[013689]|2[0136]|3[1356]|4[0246]|54|6[03]|7\d|90)/

/** '701740616' as Swedes write it: '070-174 06 16'. The digits after the area code are in pairs; an odd number of them begins with three. */
export function phoneAsWritten(national: string): string {
  if (!isNational(national) || national.length < 7 || national.length > 10) return national && onTheWire(national)
  const area = national.startsWith('8') ? 1 : twoDigitAreas.test(national) ? 2 : 3
  const own = national.slice(area)
  const groups = own.length === 8 ? /^(\d{3})(\d{3})(\d{2})$/ : /^(\d{2}|\d{3})((?:\d{2})*)$/
  const [, first = own, middle = '', last] = groups.exec(own) ?? []
  const rest = last ? [middle, last] : (middle.match(/\d{2}/g) ?? [])
  return `0${national.slice(0, area)}-${[first, ...rest].join(' ')}`
}

/** A stored number, '+46 701740616' or as somebody wrote it, as Swedes write it. A number that is not Swedish stays as it is. */
export function numberAsWritten(stored: string): string {
  const swedish = swedishNumber(stored)
  return swedish === null ? stored : phoneAsWritten(nationalDigits(swedish))
}

/** '90331' as Swedes write it: '903 31'. */
export const postcodeAsWritten = (zipCode: string): string => zipCode.replace(/^(\d{3})(\d{2})$/, '$1 $2')
