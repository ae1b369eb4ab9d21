// The office's calls on deviations, and the roles of the demo's employees in their tests.
import { sql } from 'kysely'
import type { Counts } from '#core/cases/contract.ts'
import { officeCalls } from '../../../app/server/test-cases.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { onlyRoles } from '../../../app/server/test-roles.ts'
import type { Deviation } from '../contract/list.ts'
import { type AddCall, payloads } from './payloads-fixture.ts'

/** A portal in which each role that deals with deviations has one employee, and Anna's manager has no role. */
export async function queuePortal(): Promise<TestPortal> {
  const portal = await testPortal()
  await onlyRoles(portal.db, [
    ['monica', 'omradeschef'],
    ['roger', 'verkstad'],
    ['emil', 'trafikledare'],
    ['eva', 'hr'],
    ['sirpa', 'skyddsombud', { area: 'Umeå' }],
    ['marika', 'skyddsombud', { area: 'Kiruna' }],
    ['jenny', 'it'],
    ['magnus', 'omradeschef'],
    ['christina', 'hr'],
  ])
  await sql`update employees set manager_id = (select id from employees where user_name = 'cecilia')
    where user_name = 'anna'`.execute(portal.db)
  return portal
}

export const receipt = { bedomning: 'Anmäld', kvittens: 'AV-2026-4711', anmald: '2026-11-21' }

/** Calls to that portal. It is passed as a function, because tests start the portal after they create the calls. */
export function queueCalls(portal: () => TestPortal) {
  const calls = officeCalls(portal, 'avvikelser')
  const { get, post, one, list } = calls
  const status = async (userName: string, number: string) => (await get(userName, `arende?nummer=${number}`)).status
  const rows = async (userName: string, query = ''): Promise<string[]> =>
    (await list(userName, query)).rows.map(({ number }) => number)
  const open = async (userName: string) =>
    ((await get(userName, 'antal')).body.result as Counts).find(({ view }) => view === 'oppna')?.count
  const own = async (number: string): Promise<Deviation | undefined> =>
    ((await portal().send('anna', 'GET', '/api/incident/list')).body.result as Deviation[]).find(
      ({ nummer }) => nummer === number,
    )
  const answer = async (userName: string, number: string, fields: object) => {
    const { version } = await one(userName, number)
    return calls.answer(userName, number, version, fields)
  }
  const fill = async (userName: string, number: string, form: string, values: object, item: number | null = null) => {
    const { version } = await one(userName, number)
    return post(userName, 'blankett', { number, version, form, item, values })
  }
  /** Reports as Anna and returns the number. */
  async function reported(call: AddCall, fields: object = {}): Promise<string> {
    const body = { ...payloads[call]('Buss 2116'), ...fields }
    const sent = await portal().send('anna', 'POST', `/api/incident/${call}`, { body })
    if (sent.status !== 200) throw new Error(`${call} was refused: ${JSON.stringify(sent.body)}`)
    return sent.body.result.nummer
  }
  const threat = () => reported('addhotochvald')
  const traffic = () => reported('addtrafikinformation')
  const work = (fields: object) => reported('addarbetsmiljo', fields)
  const bullying = () =>
    work({ VadHande: [{ id: 'krankning', label: 'Kränkande behandling', order: 1, value: true }], Personskador: false })
  const idOf = async (userName: string) =>
    (await sql<{ id: string }>`select id from employees where user_name = ${userName}`.execute(portal().db)).rows[0]
      ?.id ?? ''
  return { get, post, one, status, rows, open, own, answer, fill, reported, threat, traffic, work, bullying, idOf }
}
