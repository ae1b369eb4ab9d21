import type { Role } from '#core/people/roles.ts'
import type { DemoRole } from '#core/people/server/demo/roles.ts'

const inCompany = (company: string, rows: readonly (readonly [userName: string, role: Role, area?: string])[]) =>
  rows.map(([userName, role, area = null]): DemoRole => ({ company, userName, role, area }))

/** Who works in the office of the demo's companies. In Norr every role has somebody. */
export const demoRoles: readonly DemoRole[] = [
  ...inCompany('norr', [
    ['cecilia', 'trafikledare', 'Umeå'],
    ['samir', 'trafikledare', 'Umeå'],
    ['ulrika', 'trafikledare', 'Skellefteå'],
    ['monica', 'omradeschef', 'Umeå'],
    ['karl-erik', 'omradeschef', 'Skellefteå'],
    ['roger', 'verkstad'],
    ['klara', 'kommunikator'],
    ['eva', 'hr'],
    ['marta', 'lon'],
    ['jenny', 'it'],
    ['sirpa', 'skyddsombud', 'Umeå'],
    ['marika', 'skyddsombud', 'Skellefteå'],
    ['lars-goran', 'facklig'],
    ['david', 'granskare'],
  ]),
  ...inCompany('vast', [
    ['hans', 'omradeschef'],
    ['jasmina', 'trafikledare'],
    ['patrik', 'trafikledare'],
    ['tommy', 'verkstad'],
    ['annika', 'hr'],
    ['annika', 'kommunikator'],
  ]),
  ...inCompany('syd', [
    ['magnus', 'omradeschef'],
    ['layla', 'trafikledare'],
    ['bengt', 'verkstad'],
    ['christina', 'hr'],
    ['christina', 'kommunikator'],
  ]),
  ...inCompany('ost', [
    ['mikael', 'omradeschef'],
    ['pia', 'trafikledare'],
    ['conny', 'verkstad'],
    ['farid', 'verkstad'],
    ['helen', 'lon'],
    ['helen', 'kommunikator'],
  ]),
]

/** One employee for each role. The sign-in page offers them besides the featured employees. */
export const officeUserNames: readonly string[] = ['roger', 'monica', 'marta', 'jenny', 'sirpa', 'lars-goran']
