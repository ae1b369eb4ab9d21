// The office's calls on faults, for tests.
import { sql } from 'kysely'
import type { Case, CaseList, Counts } from '#core/cases/contract.ts'
import { type TestAnswer, testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'
import { testNow } from '../../../app/server/test-template.ts'
import type { OwnFaultReport } from '../contract.ts'

/** A portal with three mechanics, one of another area, and traffic control, which only sees faults. */
export async function queuePortal(): Promise<TestPortal> {
  const portal = await testPortal()
  await sql`delete from role_assignments`.execute(portal.db)
  for (const userName of ['roger', 'henrik', 'bengt']) await giveRole(portal.db, userName, 'verkstad')
  await giveRole(portal.db, 'sirpa', 'verkstad', { area: 'Kiruna' })
  await giveRole(portal.db, 'emil', 'trafikledare')
  return portal
}

const at = (path: string) => `/api/kontor/arenden/fel/${path}`
const numberOf = ({ number }: OwnFaultReport) => Number(number.slice(2))

/** Calls of a portal, which is asked for when a call is made: tests start it before they run. */
export function queueCalls(portal: () => TestPortal) {
  const get = (userName: string, path: string): Promise<TestAnswer> => portal().send(userName, 'GET', at(path))
  const post = (userName: string, path: string, body: object, headers = {}) =>
    portal().send(userName, 'POST', at(path), { body, headers })
  const one = async (userName: string, number: string): Promise<Case> =>
    (await get(userName, `arende?nummer=${number}`)).body.result
  const list = async (userName: string, query = ''): Promise<CaseList> =>
    (await get(userName, `lista${query}`)).body.result
  const counts = async (userName: string) =>
    Object.fromEntries(((await get(userName, 'antal')).body.result as Counts).map(({ view, count }) => [view, count]))
  /** An employee's own reports, the highest number first: the clock of the tests goes back again. */
  const owns = async (userName: string): Promise<OwnFaultReport[]> =>
    (await portal().send(userName, 'GET', '/api/fordonskontroll/mina')).body.result.items.toSorted(
      (a: OwnFaultReport, b: OwnFaultReport) => numberOf(b) - numberOf(a),
    )
  const own = async (userName: string): Promise<OwnFaultReport> => (await owns(userName))[0]!
  const later = (minutes: number) => {
    portal().clock.now = new Date(testNow.getTime() + minutes * 60_000)
  }
  /** Reports a fault and returns its number. */
  async function reported(userName = 'anna', fields: object = {}): Promise<string> {
    const body = { faultCategoryNumber: 1, vehicleNumber: '2116', text: 'Dörr 2 stänger inte', ...fields }
    const sent = await portal().send(userName, 'POST', '/api/fordonskontroll/addfault', { body })
    if (sent.body.result !== true) throw new Error(`the fault was refused: ${JSON.stringify(sent.body)}`)
    return (await own(userName)).number
  }
  const answer = (userName: string, number: string, version: number, fields: object) =>
    post(userName, 'svara', { number, version, state: null, text: '', asks: false, ...fields })
  return { get, post, one, list, counts, owns, own, later, reported, answer }
}
