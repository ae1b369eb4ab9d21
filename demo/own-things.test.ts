// Every employee whom the sign-in page presents has some content of his or her own.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../app/server/test-portal.ts'
import { demoEmployees } from './people.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const read = async <Row>(userName: string, path: string): Promise<readonly Row[]> => {
  const { status, body } = await portal.send(userName, 'GET', path)
  expect([path, status]).toEqual([path, 200])
  return body.result as readonly Row[]
}

/** The screens on which an employee has personal content, except payslips, which everybody in Norr has. */
async function ownScreens(userName: string): Promise<string[]> {
  const { firstName, lastName } = demoEmployees.find((each) => each.userName === userName) ?? {}
  const name = `${firstName} ${lastName}`
  const found = {
    Avvikelser: await read<{ skapadAv: string }>(userName, '/api/incident/list'),
    Förslag: await read<{ skapadAv: string }>(userName, '/api/forslag/'),
  }
  const own = Object.entries(found).filter(([, rows]) => rows.some(({ skapadAv }) => skapadAv === name))
  const certificates = await read(userName, '/api/intyg/get')
  return [...own.map(([screen]) => screen), ...(certificates.length > 0 ? ['Utbildning'] : [])]
}

test.each(['david', 'eva', 'klara', 'hans', 'farid', 'cecilia'])(
  '%s, who drives no bus, has personal content on at least two screens',
  async (userName) => {
    expect((await ownScreens(userName)).length).toBeGreaterThanOrEqual(2)
  },
)

test.each(['david', 'hans', 'cecilia'])('%s, a manager, has an unread alert from an employee', async (userName) => {
  const alerts = await read<{ skapadAv?: string }>(userName, '/api/incident/larm')
  expect(alerts.length).toBeGreaterThanOrEqual(1)
})
