import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const profile = async (userName: string) => (await portal.send(userName, 'GET', '/api/user/profile')).body.result

test('the profile lists who it is and what he or she may see', async () => {
  const claims = await profile('anna')
  expect(claims).toContainEqual({ type: 'BplUsername', value: 'anna' })
  expect(claims).toContainEqual({ type: 'IntraCompany', value: 'norr' })
  expect(claims).toContainEqual({ type: 'IntraPosition', value: 'Bussförare' })
  expect(claims).toContainEqual({ type: 'MinaUppdragEnabled', value: 'true' })
  expect(claims.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['BplUserId', 'Name', 'GivenName']),
  )
})

test('somebody held back has BlacklistEnabled and only what is granted', async () => {
  const types = (await profile('bertil')).map(({ type }: { type: string }) => type)
  expect(types).toEqual(expect.arrayContaining(['BlacklistEnabled', 'MinaUppdragEnabled']))
  expect(types).not.toContain('NewsEnabled')
})

test('nothing may be asked about somebody else', async () => {
  expect((await portal.send('anna', 'GET', '/api/user/profile?user=david')).body.result).toEqual(await profile('anna'))
})
