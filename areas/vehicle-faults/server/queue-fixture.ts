// Calls with which tests use the office's queue of faults.
import type { Counts } from '#core/cases/contract.ts'
import { officeCalls } from '../../../app/server/test-cases.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { onlyRoles } from '../../../app/server/test-roles.ts'
import { testNow } from '../../../app/server/test-template.ts'
import type { OwnFaultReport } from '../contract.ts'

/** A portal with three mechanics, one of another area, and traffic control, which only sees faults. */
export async function queuePortal(): Promise<TestPortal> {
  const portal = await testPortal()
  await onlyRoles(portal.db, [
    ['roger', 'verkstad'],
    ['henrik', 'verkstad'],
    ['bengt', 'verkstad'],
    ['sirpa', 'verkstad', { area: 'Kiruna' }],
    ['emil', 'trafikledare'],
  ])
  return portal
}

const numberOf = ({ number }: OwnFaultReport) => Number(number.slice(2))

/** Calls to a portal. It is passed as a function, because tests start the portal after they create the calls. */
export function queueCalls(portal: () => TestPortal) {
  const { get, post, one, list, answer } = officeCalls(portal, 'fel')
  const counts = async (userName: string) =>
    Object.fromEntries(((await get(userName, 'antal')).body.result as Counts).map(({ view, count }) => [view, count]))
  /** An employee's own reports, the highest number first. They are not sorted by time, since the tests set the clock back. */
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
  return { get, post, one, list, counts, owns, own, later, reported, answer }
}
