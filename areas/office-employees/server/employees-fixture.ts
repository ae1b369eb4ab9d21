// The office's calls on employees, for tests.
import { sql } from 'kysely'
import type { TestPortal } from '../../../app/server/test-portal.ts'

export const at = '/api/kontor/anstallda'

/** The portal is a function because tests start it in `beforeAll`, after this. */
export function employeeCalls(portal: () => TestPortal) {
  const later = (seconds: number) => {
    portal().clock.now = new Date(portal().clock.now.getTime() + seconds * 1000)
  }
  const numberOf = async (userName: string) =>
    (await sql<{ number: string }>`select number from employees where user_name = ${userName}`.execute(portal().db))
      .rows[0]!.number
  const list = async (by: string, query = '') => (await portal().send(by, 'GET', `${at}${query}`)).body.result
  const one = async (by: string, userName: string) =>
    portal().send(by, 'GET', `${at}/en?anstid=${await numberOf(userName)}`)
  const change = async (by: string, path: string, userName: string, body: object) =>
    portal().send(by, 'POST', `${at}/${path}`, { body: { anstid: await numberOf(userName), ...body } })
  const field = async (userName: string, falt: string) =>
    (await one('eva', userName)).body.result.uppgifter.find((each: { falt: string }) => each.falt === falt)
  const lastAct = async () =>
    (await sql`select what, before, after, by_role from audit order by id desc limit 1`.execute(portal().db)).rows[0]
  return { later, numberOf, list, one, change, field, lastAct }
}
