import { dateInWords } from '#platform/contract/dates-in-words.ts'
import type { Checklist } from '../contract.ts'

/** Whose guide it is and when it was reviewed. `company` is the host's; null on the group's own hosts. */
export function reviewText(reviewed: Checklist['reviewed'], company: string | null): string {
  if (!reviewed) return 'Det står inte i guiden vem som har granskat den, eller när.'
  const { companies, on, by } = reviewed
  const whose = `Guiden gäller ${listed(companies)}. Senast granskad ${dateInWords(on)} av ${by}.`
  return company === null || companies.includes(company) ? whose : `${whose} Den är inte granskad för ${company}.`
}

const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} och ${names.at(-1)}`
