// The accounts with which employees sign in, linked by the office.
import { sql } from 'kysely'
import { accountHash } from '#core/people/server/ended-again.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { noteUnlinked } from '#core/people/server/accounts/unlinked-accounts.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'
import { at, employeeCalls } from './employees-fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())
beforeEach(() => later(31))

const { change, lastAct, later, one } = employeeCalls(() => portal)

describe('accounts', () => {
  const issuer = 'https://login.example/norr'
  const tried = (subject: string, company: string | null) =>
    sql`
    insert into unlinked_accounts (issuer, subject, name, variant, company, last_tried_at)
    values (${issuer}, ${subject}, 'Nermin B', 'norr', ${company}, ${portal.clock.now})`.execute(portal.db)
  const account = (konto: string) => ({ utfardare: issuer, konto })
  const approve = async (by: string, konto: string) => {
    const waiting = (await portal.send(by, 'GET', `${at}/kopplingar`)).body.result
    const { id } = waiting.find((each: { konto: string }) => each.konto === konto)
    return portal.send(by, 'POST', `${at}/kopplingar/beslut`, { body: { id, godkann: true } })
  }

  test('that were refused on the company’s hosts are linked once a second person approves, and the link is taken away', async () => {
    await tried('subject-1', 'norr')
    await tried('subject-of-vast', 'vast')
    await tried('subject-of-group', null)
    const { body } = await portal.send('jenny', 'GET', `${at}/konton`)
    expect(body.result.map(({ konto }: { konto: string }) => konto)).toEqual(['subject-1'])
    expect((await change('jenny', 'koppla', 'nermin', account('subject-1'))).body.result).toEqual({
      andrat: false,
      vantar: true,
    })
    expect((await one('jenny', 'nermin')).body.result.konton).toEqual([])
    expect((await approve('jenny', 'subject-1')).status).toBe(403)
    expect((await approve('eva', 'subject-1')).body.result).toEqual({ andrat: true })
    expect((await change('jenny', 'koppla', 'nermin', account('subject-1'))).body.result).toEqual({ andrat: false })
    expect((await one('jenny', 'nermin')).body.result.konton).toEqual([{ utfardare: issuer, konto: 'subject-1' }])
    expect((await portal.send('jenny', 'GET', `${at}/konton`)).body.result).toEqual([])
    expect((await change('jenny', 'koppla', 'omar', account('subject-1'))).body.modelState).toEqual({
      konto: ['Kontot är redan kopplat till någon annan.'],
    })
    expect((await change('jenny', 'koppla-bort', 'nermin', account('subject-1'))).body.result).toEqual({ andrat: true })
    expect(await lastAct()).toMatchObject({
      what: 'account.unlinked',
      before: { issuer, account: expect.stringMatching(/^[0-9a-f]{16}$/) },
    })
    // The log keeps no name of an account, since it outlives the employee, nor a hash that those can make who have the name.
    const { rows: logged } = await sql<{ account: string; id: string }>`
      select before->>'account' as account, object_id as id from audit where what = 'account.unlinked' order by id desc limit 1`.execute(
      portal.db,
    )
    const { account: hash, id: employeeId } = logged[0]!
    expect(accountHash({ issuer, subject: 'subject-1', employeeId }).startsWith(hash)).toBe(false)
    const named = sql`select from audit a where a.before::text ~ 'subject-1' or a.after::text ~ 'subject-1'`
    expect((await named.execute(portal.db)).rows).toEqual([])
  })

  test('that tried another company’s host later are still linked', async () => {
    const account = { issuer, subject: 'of-both', name: 'Nermin B', variant: 'norr' }
    for (const company of ['norr', 'vast']) await noteUnlinked(portal.db, { ...account, company }, portal.clock.now)
    const { body } = await portal.send('jenny', 'GET', `${at}/konton`)
    expect(body.result.map(({ konto }: { konto: string }) => konto)).toContain('of-both')
    expect((await change('jenny', 'koppla', 'nermin', { utfardare: issuer, konto: 'of-both' })).body.result).toEqual({
      andrat: false,
      vantar: true,
    })
    expect((await approve('eva', 'of-both')).body.result).toEqual({ andrat: true })
  })

  test('of others, or that nobody has tried, are not linked', async () => {
    const why = { konto: ['Ingen har försökt logga in med kontot de senaste 30 dagarna.'] }
    for (const konto of ['subject-of-vast', 'subject-of-group', 'subject-of-nobody'])
      expect((await change('jenny', 'koppla', 'nermin', account(konto))).body.modelState).toEqual(why)
  })
})

describe('the link of an account', () => {
  const utfardare = 'https://login.example/norr'
  const tried = (konto: string) =>
    sql`
    insert into unlinked_accounts (issuer, subject, name, variant, company, last_tried_at)
    values (${utfardare}, ${konto}, 'Reserv', 'norr', 'norr', ${portal.clock.now})`.execute(portal.db)
  const link = async (by: string, userName: string, konto: string) =>
    (await change(by, 'koppla', userName, { utfardare, konto })).body
  const waiting = async (by: string) => (await portal.send(by, 'GET', `${at}/kopplingar`)).body.result
  const decide = (by: string, id: number, godkann: boolean) =>
    portal.send(by, 'POST', `${at}/kopplingar/beslut`, { body: { id, godkann } })
  const owner = async (konto: string) =>
    (
      await sql<{ user_name: string }>`
        select e.user_name from identities i join employees e on e.id = i.employee_id where i.subject = ${konto}`.execute(
        portal.db,
      )
    ).rows.map(({ user_name }) => user_name)
  const told = async (userName: string) => {
    const { body } = await portal.send(userName, 'GET', '/api/user/profile/oppningar')
    return body.result.flatMap(({ account }: { account: string | null }) => account ?? [])
  }

  test('is made when a second person approves it, who is neither who asked nor whom it concerns', async () => {
    await giveRole(portal.db, 'linnea', 'hr')
    await tried('spare')
    later(31)
    expect((await link('jenny', 'eva', 'spare')).result).toEqual({ andrat: false, vantar: true })
    expect(await owner('spare')).toEqual([])
    expect(await told('eva')).toEqual(['asked'])
    expect((await link('jenny', 'eva', 'spare')).errorMessage).toBe('Det väntar redan på godkännande.')
    const [asked] = await waiting('jenny')
    expect(asked).toMatchObject({
      anstalld: 'Eva Nordmark',
      konto: 'spare',
      kontoNamn: 'Reserv',
      senast: expect.stringMatching(/^2026-11-/),
      anstid: '31005',
      harKonton: 0,
      begardAv: 'Jenny Lövgren (31226)',
      kanBeslutas: false,
    })
    const count = async (by: string) => (await portal.send(by, 'GET', `${at}/antal`)).body.result[0].count
    expect([await count('jenny'), await count('eva'), await count('linnea')]).toEqual([0, 0, 1])
    for (const by of ['jenny', 'eva']) expect((await decide(by, asked.id, true)).status).toBe(403)
    expect((await decide('monica', asked.id, true)).status).toBe(403)
    expect((await decide('linnea', asked.id, true)).body.result).toEqual({ andrat: true })
    expect(await owner('spare')).toEqual(['eva'])
    expect(await told('eva')).toEqual(['linked', 'asked'])
    const { body } = await portal.send('eva', 'GET', '/api/arenden/svar')
    expect(body.result.slice(0, 2)).toEqual([
      expect.objectContaining({ text: 'Ett konto har kopplats till dig', page: 'userinfo' }),
      expect.objectContaining({ text: 'Någon vill koppla ett konto till dig' }),
    ])
    expect((await decide('linnea', asked.id, true)).status).toBe(409)
  })

  test('is refused by the second person, or outdated when the roles have changed', async () => {
    await tried('of-manager')
    await tried('of-later')
    await giveRole(portal.db, 'emil', 'lon', { from: '2027-03-01' })
    expect((await link('jenny', 'monica', 'of-manager')).result).toEqual({ andrat: false, vantar: true })
    expect((await link('jenny', 'emil', 'of-later')).result).toEqual({ andrat: false, vantar: true })
    const found = await waiting('linnea')
    const of = (konto: string) => found.find((each: { konto: string }) => each.konto === konto).id
    await giveRole(portal.db, 'emil', 'verkstad')
    expect((await decide('linnea', of('of-later'), true)).status).toBe(409)
    expect((await decide('linnea', of('of-manager'), false)).body.result).toEqual({ andrat: false })
    expect([await owner('of-later'), await owner('of-manager')]).toEqual([[], []])
    await sql`delete from role_assignments where employee_id in (select id from employees where user_name = 'emil')`.execute(
      portal.db,
    )
  })

  test('is outdated when the account has given another name, or the employee has another', async () => {
    const named = (konto: string, name: string) =>
      sql`update unlinked_accounts set name = ${name} where subject = ${konto}`.execute(portal.db)
    for (const konto of ['of-one', 'of-another', 'of-third']) await tried(konto)
    await sql`
      insert into identities (issuer, subject, employee_id)
      select ${utfardare}, 'has-it', id from employees where user_name = 'omar'`.execute(portal.db)
    expect((await link('jenny', 'omar', 'of-one')).result).toEqual({ andrat: false, vantar: true })
    expect((await link('jenny', 'amina', 'of-another')).result).toEqual({ andrat: false, vantar: true })
    expect((await link('jenny', 'omar', 'of-third')).result).toEqual({ andrat: false, vantar: true })
    await named('of-one', 'Någon Annan')
    await sql`update employees set last_name = 'Stenlund' where user_name = 'amina'`.execute(portal.db)
    const found = await waiting('linnea')
    const of = (konto: string) => found.find((each: { konto: string }) => each.konto === konto)
    expect(of('of-one')).toMatchObject({ kontoNamn: 'Någon Annan', harKonton: 1 })
    expect((await decide('linnea', of('of-one').id, true)).status).toBe(409)
    expect((await decide('linnea', of('of-another').id, true)).status).toBe(409)
    expect((await decide('linnea', of('of-third').id, true)).body.result).toEqual({ andrat: true })
    expect([await owner('of-one'), await owner('of-another')]).toEqual([[], []])
  })

  test('is outdated when the employee has moved to another area, and may be asked for there', async () => {
    const move = (userName: string, area: string) =>
      sql`
        update employee_claims set value = ${area} where type = 'IntraCompanyArea'
          and employee_id = (select id from employees where user_name = ${userName})`.execute(portal.db)
    await giveRole(portal.db, 'linnea', 'hr')
    for (const konto of ['of-moved', 'of-movers']) await tried(konto)
    for (const userName of ['samir', 'yusuf']) await move(userName, 'Umeå')
    expect((await link('jenny', 'samir', 'of-moved')).result).toEqual({ andrat: false, vantar: true })
    expect((await link('jenny', 'yusuf', 'of-movers')).result).toEqual({ andrat: false, vantar: true })
    const found = await waiting('linnea')
    const [moved, mover] = ['of-moved', 'of-movers'].map(
      (konto) => found.find((each: { konto: string }) => each.konto === konto).id,
    )
    for (const userName of ['samir', 'yusuf']) await move(userName, 'Kiruna')
    expect((await decide('linnea', moved, true)).status).toBe(409)
    expect((await link('jenny', 'yusuf', 'of-movers')).result).toEqual({ andrat: false, vantar: true })
    expect((await decide('linnea', mover, true)).status).toBe(409)
    await giveRole(portal.db, 'henrik', 'hr', { area: 'Kiruna' })
    const [{ id }] = await waiting('henrik')
    expect([await owner('of-moved'), await owner('of-movers')]).toEqual([[], []])
    expect((await decide('henrik', id, true)).body.result).toEqual({ andrat: true })
    expect(await owner('of-movers')).toEqual(['yusuf'])
  })

  test('is refused where nobody else could approve it', async () => {
    await tried('alone')
    await sql`update role_assignments set ended_at = now()
      where employee_id = (select id from employees where user_name = 'linnea')`.execute(portal.db)
    expect((await link('jenny', 'eva', 'alone')).errorMessage).toMatch(/^Kopplingen måste godkännas av någon annan/)
  })

  test('is listed with one query for the attempts of all accounts', async () => {
    for (const [userName, konto] of [
      ['omar', 'many-1'],
      ['amina', 'many-2'],
    ] as const) {
      await tried(konto)
      expect((await link('jenny', userName, konto)).result).toEqual({ andrat: false, vantar: true })
    }
    const execute = vi.spyOn(portal.db.getExecutor(), 'executeQuery')
    expect((await waiting('jenny')).length).toBeGreaterThan(1)
    const ofAttempts = execute.mock.calls.filter(([{ sql: text }]) => text.includes('unlinked_attempts'))
    execute.mockRestore()
    expect(ofAttempts).toHaveLength(1)
  })

  test('waits whoever the employee is: a driver has payslips and own reports, which nobody takes alone', async () => {
    await tried('own-of-it')
    expect((await link('jenny', 'zahra', 'own-of-it')).result).toEqual({ andrat: false, vantar: true })
    expect([await owner('own-of-it'), await told('zahra')]).toEqual([[], ['asked']])
  })
})
