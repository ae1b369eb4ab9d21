// The employees that the forms of roles offer: none of another company, none who has left, and none out of reach.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const receivers = '/api/kontor/roller/personer'
const colleagues = '/api/kontor/ersattare/personer'

async function found(by: string, path: string, sok: string) {
  const { status, body } = await portal.send(by, 'GET', `${path}?sok=${encodeURIComponent(sok)}`)
  return status === 200 ? body.result.map(({ name }: { name: string }) => name) : status
}

test('who gives roles finds every employee of the company by name or number, but not himself or herself', async () => {
  const { body } = await portal.send('jenny', 'GET', `${receivers}?sok=anna%20lind`)
  expect(body.result).toEqual([{ id: expect.any(String), name: 'Anna Lindgren', number: '31104', area: 'Umeå' }])
  expect(await found('jenny', receivers, '31104')).toEqual(['Anna Lindgren'])
  expect(await found('jenny', receivers, 'Jenny')).toEqual([])
  expect(await found('jenny', receivers, ' ')).toEqual([])
  for (const word of ['Khatib', 'al-khatib', 'Al Khatib', 'Omar Al-K'])
    expect(await found('jenny', receivers, word), word).toEqual(['Omar Al-Khatib'])
  expect(await found('jenny', receivers, 'hatib')).toEqual([])
  for (const turned of ['Lindgren Anna', 'lindgren, anna', 'Lind A', 'anna lindgren anna'])
    expect(await found('jenny', receivers, turned), turned).toEqual(expect.arrayContaining(['Anna Lindgren']))
  for (const another of ['Lindgren Beata', 'Lindgren 31104 x', 'indgren Anna'])
    expect(await found('jenny', receivers, another), another).toEqual([])
  for (const nothing of ['-', ' - ', ',', '- ,']) expect(await found('jenny', receivers, nothing), nothing).toEqual([])
  for (const wild of ['%', '_nna', '\\', "' or 1=1 --"]) expect(await found('jenny', receivers, wild)).toEqual([])
  expect(await found('eva', receivers, 'Anna')).toBe(403)
})

test('a name is found as it is copied from elsewhere, in any case, and a number before those that begin with it', async () => {
  await sql`update employees set last_name = 'Åkerö', number = 'A7' where company = 'norr' and user_name = 'emil'`.execute(
    portal.db,
  )
  for (const typed of ['åkerö', 'ÅKERÖ', 'Åkerö'.normalize('NFD'), '\u200b Åk\u00aderö\ufeff', 'a7'])
    expect(await found('jenny', receivers, typed), typed).toEqual([expect.stringMatching(/ Åkerö$/)])
  await sql`
    insert into employees (company, number, user_name, first_name, last_name)
    select 'norr', '9' || n, 'extra' || n, 'Extra', case n when '1' then 'Ö' else 'A' end
    from unnest(array['1'] || array(select '1' || g from generate_series(10, 40) g)) n`.execute(portal.db)
  await sql`update employees set last_name = ${'Å\u00adker\u2011Ö'} where number = 'A7'`.execute(portal.db)
  for (const typed of ['åker', 'ö', 'åker-ö'])
    expect(await found('jenny', receivers, typed), typed).toEqual(
      expect.arrayContaining([expect.stringContaining('ker\u2011Ö')]),
    )
  expect((await found('jenny', receivers, '91'))[0]).toBe('Extra Ö')
  expect(await found('jenny', receivers, 'Extra\u00a0 Ö')).toEqual(['Extra Ö'])
  expect(await found('jenny', receivers, '\u200b')).toEqual([])
  expect(await found('jenny', receivers, 'x'.repeat(101))).toBe(400)
  expect(await found('jenny', receivers, `${'\u200b'.repeat(200)}Extra Ö`)).toEqual(['Extra Ö'])
})

test('another company’s employees and those who have left are not found', async () => {
  const { rows } = await sql<{ last: string; number: string }>`
    select last_name as last, number from employees where company <> 'norr' and last_name not in (
      select last_name from employees where company = 'norr') limit 1`.execute(portal.db)
  const [other] = rows
  for (const path of [receivers, colleagues]) {
    expect(await found('jenny', path, other!.last)).toEqual([])
    expect(await found('jenny', path, other!.number)).toEqual([])
  }
  await sql`update employees set active = false where user_name = 'emil'`.execute(portal.db)
  expect(await found('jenny', receivers, 'Emil')).toEqual([])
})

test('a role that is given in one area finds those of the area', async () => {
  await giveRole(portal.db, 'yusuf', 'it', { area: 'Skellefteå' })
  expect(await found('yusuf', receivers, 'Anna Lindgren')).toEqual([])
  const { rows } = await sql<{ name: string }>`
    select concat(e.first_name, ' ', e.last_name) as name from employees e join employee_claims c on c.employee_id = e.id
    where e.company = 'norr' and e.active and c.type = 'IntraCompanyArea' and c.value = 'Skellefteå' and e.user_name <> 'yusuf' limit 1`.execute(
    portal.db,
  )
  expect(await found('yusuf', receivers, rows[0]!.name)).toEqual([rows[0]!.name])
})

test('whose role has run out, or whose emergency is over, is no colleague in the office any longer', async () => {
  expect(await found('ulrika', colleagues, 'Jenny')).toEqual(['Jenny Lövgren'])
  await sql`update role_assignments set valid_from = '2020-01-01', valid_to = '2020-12-31' where employee_id in (
    select id from employees where user_name = 'jenny')`.execute(portal.db)
  expect(await found('ulrika', colleagues, 'Jenny')).toEqual([])
  await sql`update role_assignments set valid_to = null, valid_until = ${new Date(portal.clock.now.getTime() - 1)}
    where employee_id in (select id from employees where user_name = 'jenny')`.execute(portal.db)
  expect(await found('ulrika', colleagues, 'Jenny')).toEqual([])
  await sql`update role_assignments set valid_until = null where employee_id in (
    select id from employees where user_name = 'jenny')`.execute(portal.db)
})

test('a deputy is sought among those who have a role in the office', async () => {
  expect(await found('ulrika', colleagues, 'Jenny')).toEqual(['Jenny Lövgren'])
  expect(await found('ulrika', colleagues, 'Anna Lindgren')).toEqual([])
  expect(await found('anna', colleagues, 'Jenny')).toBe(403)
})
