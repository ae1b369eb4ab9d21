const months = [
  'januari',
  'februari',
  'mars',
  'april',
  'maj',
  'juni',
  'juli',
  'augusti',
  'september',
  'oktober',
  'november',
  'december',
]

/**
 * The same key for all spellings of a period: '2026-10', '202610' and 'Oktober 2026' are the same. Any other name, such
 * as 'Oktober 2026 rättelse', is a separate period.
 */
export function periodKey(period: string): string {
  const plain = period.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const digits = /^(\d{4})-?(0[1-9]|1[0-2])$/.exec(plain)
  if (digits) return `${digits[1]}-${digits[2]}`
  const named = /^(\p{L}+) (\d{4})$/u.exec(plain)
  const month = named ? months.indexOf(named[1] ?? '') : -1
  return month < 0 ? plain : `${named?.[2]}-${String(month + 1).padStart(2, '0')}`
}

/** '2026-10' as people say it: 'Oktober 2026'. */
export function monthName(key: string): string {
  const name = months[Number(key.slice(5, 7)) - 1] ?? ''
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)} ${key.slice(0, 4)}`
}
