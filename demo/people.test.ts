import { describe, expect, it } from 'vitest'
import { claimValues, hasClaim } from '#platform/contract/claims.ts'
import { featureFlags, linkFlags } from '#platform/contract/flags.ts'
import { roles } from '#core/people/roles.ts'
import { demoRoles, officeUserNames } from './office.ts'
import { demoCompanies, demoEmployees } from './people.ts'
import { demoTimeReports } from './time-reports.ts'

const byUserName = new Map(demoEmployees.map((employee) => [employee.userName, employee]))

function employee(userName: string) {
  const found = byUserName.get(userName)
  if (!found) throw new Error(`no ${userName}`)
  return found
}

// The values that claims may have: never spelled differently, since the crisis guides and the survey depend on them.
const positions =
  'VD,Regionchef,Samordnare PR- och marknadskommunikation,HR-chef,Områdeschef,Trafikledare,Driftledare,Bussförare,' +
  'Fordonstekniker,Verkstadsansvarig,Ekonom,Ekonomiassistent,Fastighetsansvarig,Extern,Förstemekaniker,' +
  'Löneadministratör,Lönespecialist,Busförare Linjetrafik,Busförare Beställning,Taxi- Sjukbilsförare,' +
  'Trafikansvarig Linje,Trafikledare Beställning,Vice VD,Depåansvarig,Verkstadschef'

describe('the office of the demo', () => {
  it('has somebody for each role in Norr, each of whom the sign-in page offers', () => {
    const offered = (userName: string) => employee(userName).featured || officeUserNames.includes(userName)
    for (const role of Object.keys(roles)) {
      const holders = demoRoles.filter((held) => held.role === role && held.company === 'norr')
      expect([role, holders.some(({ userName }) => offered(userName))]).toEqual([role, true])
    }
  })

  it('are people of the company, in areas that it has', () => {
    for (const { userName, company, area } of demoRoles) {
      expect(employee(userName).company).toBe(company)
      const areas = demoEmployees.filter((each) => each.company === company).map((each) => each.area)
      expect([null, ...areas]).toContain(area)
    }
  })
})

describe('the people of the demo', () => {
  it('have unique names, numbers and user names', () => {
    for (const field of ['userName', 'number'] as const) {
      expect(new Set(demoEmployees.map((employee) => employee[field])).size).toBe(demoEmployees.length)
    }
    expect(new Set(demoEmployees.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).size).toBe(
      demoEmployees.length,
    )
    for (const { userName, number } of demoEmployees) {
      expect(userName).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(number).toMatch(/^\d{5}$/)
    }
  })

  it.each([
    ['anna', 'Bussförare', 'norr'],
    ['bertil', 'Bussförare', 'norr'],
    ['cecilia', 'Trafikledare', 'norr'],
    ['david', 'VD', 'norr'],
    ['eva', 'HR-chef', 'norr'],
    ['farid', 'Fordonstekniker', 'ost'],
    ['gunilla', 'Busförare Linjetrafik', 'vast'],
    ['hans', 'Depåansvarig', 'vast'],
    ['ida', 'Bussförare', 'syd'],
    ['jonas', 'Bussförare', 'ost'],
    ['klara', 'Samordnare PR- och marknadskommunikation', 'norr'],
  ])('%s is %s at %s', (userName, position, company) => {
    expect(employee(userName)).toMatchObject({ positions: [position], company, featured: true })
  })

  it('are eleven to choose from at the sign-in, and colleagues', () => {
    expect(demoEmployees.slice(0, 11).every(({ featured }) => featured)).toBe(true)
    expect(demoEmployees.filter(({ featured }) => featured)).toHaveLength(11)
    const perCompany = Map.groupBy(demoEmployees, ({ company }) => company)
    expect(demoCompanies.map(({ id }) => perCompany.get(id)?.length)).toEqual([28, 14, 10, 10])
  })

  it('have every flag, Kontek only in Norr, and bertil next to nothing', () => {
    for (const { userName, company, claims, positions: held } of demoEmployees) {
      const isBertil = userName === 'bertil'
      const all = Object.keys({ ...featureFlags, ...linkFlags })
      const flags = all.filter((flag) => hasClaim(claims, flag, 'true'))
      expect(flags).toEqual(isBertil ? ['MinaUppdragEnabled'] : all)
      expect(hasClaim(claims, 'BlacklistEnabled')).toBe(isBertil)
      expect(claimValues(claims, 'LonSystem')).toEqual(company === 'norr' && !isBertil ? ['Kontek'] : [])
      expect(claimValues(claims, 'IntraPosition')).toEqual(held)
      expect(claimValues(claims, 'IntraCompanyArea')).toHaveLength(1)
      expect(held.every((position) => positions.split(',').includes(position))).toBe(true)
    }
    expect(claimValues(employee('farid').claims, 'IntraSecondaryCompany')).toEqual(['Linjen Verkstad'])
  })

  it('have a manager in their own company, all the way up to somebody who has none', () => {
    for (const { userName, company, manager } of demoEmployees) {
      const above = new Set([userName])
      for (let next = manager; next; next = employee(next).manager) {
        expect(employee(next).company).toBe(company)
        expect(above.has(next)).toBe(false)
        above.add(next)
      }
    }
    for (const { id } of demoCompanies) {
      expect(demoEmployees.filter(({ company, manager }) => company === id && manager === null)).toHaveLength(1)
    }
  })

  it('have time reports that are approved except for the current month, also across New Year', () => {
    const reports = demoTimeReports(employee('anna'), '2027-02-14')
    expect(reports.map(({ period }) => period)).toEqual([
      '2026-08',
      '2026-09',
      '2026-10',
      '2026-11',
      '2026-12',
      '2027-01',
      '2027-02',
    ])
    expect(reports.map(({ submitted, approved }) => submitted && approved)).toEqual([...Array(6).fill(true), false])
    const onTheFirst = demoTimeReports(employee('anna'), '2027-03-01')
    expect(onTheFirst.filter(({ submitted }) => !submitted).map(({ period }) => period)).toEqual(['2027-02', '2027-03'])
    expect(reports.at(-1)).toMatchObject({
      employeeNumber: '31104',
      company: 'norr',
      submitted: false,
      approved: false,
    })
  })
})
