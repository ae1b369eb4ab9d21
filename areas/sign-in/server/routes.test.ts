import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const profile = async (userName: string) => (await portal.send(userName, 'GET', '/api/user/profile')).body.result

test('the profile lists who the employee is and what he or she may see', async () => {
  const claims = await profile('anna')
  expect(claims).toContainEqual({ type: 'BplUsername', value: 'anna' })
  expect(claims).toContainEqual({ type: 'IntraCompany', value: 'norr' })
  expect(claims).toContainEqual({ type: 'IntraPosition', value: 'Bussförare' })
  expect(claims).toContainEqual({ type: 'MinaUppdragEnabled', value: 'true' })
  expect(claims.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['BplUserId', 'Name', 'GivenName']),
  )
})

test('a restricted employee has BlacklistEnabled and only what is granted', async () => {
  const types = (await profile('bertil')).map(({ type }: { type: string }) => type)
  expect(types).toEqual(expect.arrayContaining(['BlacklistEnabled', 'MinaUppdragEnabled']))
  expect(types).not.toContain('NewsEnabled')
})

test('nobody can request another employee’s profile', async () => {
  expect((await portal.send('anna', 'GET', '/api/user/profile?user=david')).body.result).toEqual(await profile('anna'))
})

test('what went wrong with a sign-in is logged once a minute, and identifies nobody', async () => {
  const tell = (payload: string, type = 'text/plain;charset=UTF-8') =>
    portal.app.inject({
      method: 'POST',
      url: '/sign-in/trouble',
      headers: { host: 'norr.localhost', 'content-type': type },
      payload,
    })
  const lines = () => portal.logged.filter((line) => line.includes('"trouble"')).map((line) => JSON.parse(line))
  for (const payload of ['invalid_request', 'invalid_request', 'Anna Lindgren', 'login_required\n']) {
    expect((await tell(payload)).statusCode).toBe(204)
  }
  expect((await tell('{"trouble":"invalid_scope"}', 'application/json')).statusCode).toBe(204)
  expect((await tell('x'.repeat(100))).statusCode).toBe(413)
  expect(lines()).toEqual([
    {
      level: 40,
      time: expect.any(Number),
      reqId: expect.any(String),
      variant: 'norr',
      trouble: 'invalid_request',
      msg: 'sign-in trouble',
    },
  ])
  portal.clock.now = new Date(portal.clock.now.getTime() + 60_000)
  await tell('invalid_request')
  expect(lines()).toHaveLength(2)
})
