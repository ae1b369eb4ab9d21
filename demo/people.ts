import type { Claim } from '#platform/contract/claims.ts'
import { allFlagClaims } from '#platform/contract/flags.ts'
import type { StaffRow } from './staff.ts'
import { featuredUserNames, secondaryCompanies, staff } from './staff.ts'

export interface DemoEmployee {
  readonly userName: string
  /** Anställningsnummer: the feed's employee_id. */
  readonly number: string
  readonly company: string
  readonly firstName: string
  readonly lastName: string
  readonly positions: readonly string[]
  /** The claim IntraCompanyArea. */
  readonly area: string
  readonly secondaryCompany?: string
  readonly claims: readonly Claim[]
  /** User name of the nearest manager, in the same company. */
  readonly manager: string | null
  /** One of the eleven that the sign-in page presents. */
  readonly featured: boolean
}

export interface DemoCompany {
  readonly id: string
  readonly name: string
}

export const demoCompanies: readonly DemoCompany[] = [
  { id: 'norr', name: 'Linjen Norr' },
  { id: 'vast', name: 'Linjen Väst' },
  { id: 'syd', name: 'Linjen Syd' },
  { id: 'ost', name: 'Linjen Öst' },
]

/** First the eleven, in the order of the sign-in page, then their colleagues. */
export const demoEmployees: readonly DemoEmployee[] = demoCompanies
  .flatMap(({ id }) => (staff[id] ?? []).map((row) => employee(id, row)))
  .sort((a, b) => presentationOrder(a) - presentationOrder(b))

function presentationOrder({ userName }: DemoEmployee): number {
  const index = featuredUserNames.indexOf(userName)
  return index < 0 ? featuredUserNames.length : index
}

function employee(company: string, row: StaffRow): DemoEmployee {
  const [userName, number, firstName, lastName, position, area, manager] = row
  const secondaryCompany = secondaryCompanies[userName]
  return {
    userName,
    number,
    company,
    firstName,
    lastName,
    positions: [position],
    area,
    ...(secondaryCompany ? { secondaryCompany } : {}),
    claims: [
      ...(userName === 'bertil' ? flagsOfBertil() : allFlags(company)),
      { type: 'IntraPosition', value: position },
      { type: 'IntraCompanyArea', value: area },
      ...(secondaryCompany ? [{ type: 'IntraSecondaryCompany', value: secondaryCompany }] : []),
    ],
    manager,
    featured: featuredUserNames.includes(userName),
  }
}

function allFlags(company: string): Claim[] {
  // Only Norr's payroll system is Kontek; the payslip page is gated by this claim's value.
  return company === 'norr' ? [...allFlagClaims(), { type: 'LonSystem', value: 'Kontek' }] : allFlagClaims()
}

/** Bertil shows the portal of an employee for whom nearly everything is closed. */
function flagsOfBertil(): Claim[] {
  return [
    { type: 'BlacklistEnabled', value: 'true' },
    { type: 'MinaUppdragEnabled', value: 'true' },
  ]
}
