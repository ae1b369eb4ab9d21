import { monthNames, yearMonthOf } from '#platform/contract/wall-clock.ts'
import type { Checklist } from '../contract.ts'

/** Whose guide it is and when it was reviewed. `company` is the host's; null on the group's own hosts. */
export function reviewText(reviewed: Checklist['reviewed'], company: string | null): string {
  if (!reviewed) return 'Det står inte i guiden vem som har granskat den, eller när.'
  const { companies, on, by } = reviewed
  const whose = `Guiden gäller ${listed(companies)}. Senast granskad ${longDate(on)} av ${by}.`
  return company === null || companies.includes(company) ? whose : `${whose} Den är inte granskad för ${company}.`
}

const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} och ${names.at(-1)}`

function longDate(date: string): string {
  const { year, month } = yearMonthOf(date)
  return `${Number(date.slice(8))} ${monthNames[month - 1]?.toLowerCase()} ${year}`
}
