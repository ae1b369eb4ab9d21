import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const path = '/api/utbildning/userprops'
const result = async (userName: string, where: string) => (await portal.send(userName, 'GET', where)).body.result

test('the training portal receives who the employee is', async () => {
  const { email } = await result('anna', '/api/user/profile/details')
  expect(email).toContain('@')
  expect(await result('anna', path)).toEqual({
    externalUserId: '31104',
    companyId: 'norr',
    displayName: 'Anna Lindgren',
    email,
  })
})

test('and nothing about anybody else, whatever the request names', async () => {
  const own = await result('gunilla', path)
  expect(own).toMatchObject({ companyId: 'vast', displayName: 'Gunilla Svensson' })
  for (const query of ['externalUserId=31104', 'companyId=norr', 'user=anna']) {
    expect(await result('gunilla', `${path}?${query}`)).toEqual(own)
  }
})

test('an employee without an e-mail address is sent with an empty one', async () => {
  await sql`delete from personal_details where employee_id = (select id from employees where user_name = 'gunilla')`.execute(
    portal.db,
  )
  expect(await result('gunilla', path)).toMatchObject({ companyId: 'vast', email: '' })
})
