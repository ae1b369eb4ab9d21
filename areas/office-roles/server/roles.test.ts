// Roles are given, approved and ended by requests.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'
import { roleCalls } from './roles-fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())
const { give, later, own } = roleCalls(() => portal)
beforeEach(() => later())

const audited = async (what: string) =>
  (
    await sql<{ by: string; role: string; about: string; request: string | null }>`
      select b.user_name as by, a.by_role as role, e.user_name as about, a.request_id as request
      from audit a left join employees b on b.id = a.by_id left join employees e on e.id = a.about_id
      where a.what = ${what} order by a.id desc limit 1`.execute(portal.db)
  ).rows[0]

/** The log's entry about a request that can no longer be approved. */
const lapsed = async (id: number) =>
  (
    await sql<{ by: string; about: string }>`
      select b.user_name as by, e.user_name as about from audit a join employees b on b.id = a.by_id
        join employees e on e.id = a.about_id
      where a.what = 'request.outdated' and a.object_kind = 'approval' and a.object_id = ${String(id)}`.execute(
      portal.db,
    )
  ).rows

describe('giving a role', () => {
  test('the employee has it within 30 seconds, sees why, and loses it when it is ended', async () => {
    expect(await own('emil')).toBe(403)
    const given = await give('jenny', 'emil', { roll: 'trafikledare', omrade: 'Umeå' })
    expect([given.status, given.body.result]).toEqual([200, { id: expect.any(Number), vantar: false }])
    later()
    const { body } = await portal.send('emil', 'GET', '/api/kontor/minaroller')
    expect(body.result).toEqual([
      expect.objectContaining({ namn: 'Trafikledare', omrade: 'Umeå', gavsAv: 'Jenny Lövgren (31226)', kalla: 'hand' }),
    ])
    expect(await audited('role.given')).toEqual({
      by: 'jenny',
      role: 'it',
      about: 'emil',
      request: expect.any(String),
    })
    const ended = await portal.send('jenny', 'POST', '/api/kontor/roller/avsluta', {
      body: { id: given.body.result.id },
    })
    expect(ended.status).toBe(200)
    later()
    expect(await own('emil')).toBe(403)
    expect(await audited('role.ended')).toMatchObject({ by: 'jenny', about: 'emil' })
  })

  test.each([
    ['an unknown number', { anstid: '99999' }, 'anstid', 'Det finns ingen anställd med det anställningsnumret.'],
    [
      'another company’s employee',
      { anstid: '52103' },
      'anstid',
      'Det finns ingen anställd med det anställningsnumret.',
    ],
    ['oneself', { anstid: '31226' }, 'anstid', 'Du kan inte ge dig själv en roll.'],
    ['an unknown role', { roll: 'admin' }, 'roll', 'Rollen finns inte.'],
    ['a role of JavaScript’s own', { roll: 'constructor' }, 'roll', 'Rollen finns inte.'],
    ['an unknown area', { omrade: 'Borås' }, 'omrade', 'Området finns inte.'],
    ['an end before the beginning', { till: '2026-11-20' }, 'till', 'Sista dagen är före den första.'],
  ])('is refused for %s', async (_, over, field, message) => {
    const { status, body } = await give('jenny', 'emil', { roll: 'verkstad', ...over })
    expect([status, body.modelState]).toEqual([400, { [field]: [message] }])
  })

  test('twice is refused', async () => {
    expect((await give('jenny', 'zahra', { roll: 'verkstad' })).status).toBe(200)
    expect((await give('jenny', 'zahra', { roll: 'verkstad' })).body.modelState).toEqual({
      roll: ['Den anställde har redan rollen.'],
    })
  })

  test('nobody ends the own role, or another company’s, which is answered like an absent one', async () => {
    const list = (await portal.send('jenny', 'GET', '/api/kontor/roller')).body.result as {
      id: number
      anstid: string
    }[]
    const mine = list.find(({ anstid }) => anstid === '31226')!
    const end = (id: number) => portal.send('jenny', 'POST', '/api/kontor/roller/avsluta', { body: { id } })
    expect((await end(mine.id)).body.modelState).toEqual({ id: ['Du kan inte avsluta din egen roll.'] })
    const others = await sql<{ id: number }>`select id from role_assignments where company = 'vast'`.execute(portal.db)
    const [foreign, absent] = [await end(others.rows[0]!.id), await end(999_999)]
    expect([foreign.status, { ...foreign.body, timestamp: '' }]).toEqual([404, { ...absent.body, timestamp: '' }])
  })

  test('who gives roles in an area gives, ends and sees none elsewhere', async () => {
    await giveRole(portal.db, 'henrik', 'it', { area: 'Skellefteå' })
    const mine = async () => {
      const { body } = await portal.send('henrik', 'GET', '/api/kontor/roller')
      return new Set(body.result.map(({ omrade }: { omrade: string }) => omrade))
    }
    expect(await mine()).toEqual(new Set(['Skellefteå']))
    const wrong = { omrade: ['Du får bara ge roller i ditt eget område.'] }
    expect((await give('henrik', 'yusuf', { roll: 'verkstad', omrade: 'Umeå' })).body.modelState).toEqual(wrong)
    expect((await give('henrik', 'yusuf', { roll: 'verkstad' })).body.modelState).toEqual(wrong)
    expect((await give('henrik', 'yusuf', { roll: 'verkstad', omrade: 'Skellefteå' })).status).toBe(200)
    const { rows } = await sql<{ id: number }>`
      select id from role_assignments where company = 'norr' and area = 'Umeå' limit 1`.execute(portal.db)
    const ended = await portal.send('henrik', 'POST', '/api/kontor/roller/avsluta', { body: rows[0] })
    expect(ended.status).toBe(404)
  })
})

describe('a sensitive role', () => {
  const waiting = async (userName: string) =>
    (await portal.send(userName, 'GET', '/api/kontor/roller/vantar')).body.result
  const decide = (userName: string, id: number, godkann: boolean) =>
    portal.send(userName, 'POST', '/api/kontor/roller/beslut', { body: { id, godkann } })

  test('counts only when somebody else has approved it', async () => {
    const { body } = await give('jenny', 'anders', { roll: 'skyddsombud', omrade: 'Umeå' })
    expect(body.result.vantar).toBe(true)
    later()
    expect(await own('anders')).toBe(403)
    expect((await give('jenny', 'anders', { roll: 'skyddsombud', omrade: 'Umeå' })).status).toBe(409)
    const [asked] = await waiting('jenny')
    expect(asked).toMatchObject({ id: body.result.id, begardAv: 'Jenny Lövgren (31226)', kanBeslutas: false })
    expect((await decide('jenny', asked.id, true)).status).toBe(403)
    expect((await waiting('eva'))[0]).toMatchObject({ anstid: '31117', anstalld: 'Anders Forsberg', kanBeslutas: true })
    expect((await decide('eva', asked.id, true)).status).toBe(200)
    expect((await decide('eva', asked.id, true)).status).toBe(409)
    later()
    expect(await own('anders')).toEqual(['skyddsombud'])
    expect(await audited('role.approved')).toMatchObject({ by: 'eva', role: 'hr', about: 'anders' })
    expect(await waiting('eva')).toEqual([])
  })

  test('that is refused does not count, and may be asked for again', async () => {
    const first = await give('jenny', 'nermin', { roll: 'granskare' })
    expect((await decide('eva', first.body.result.id, false)).status).toBe(200)
    later()
    expect(await own('nermin')).toBe(403)
    const second = await give('jenny', 'nermin', { roll: 'granskare' })
    expect((await decide('eva', second.body.result.id, false)).status).toBe(200)
  })

  test('is outdated when the employee’s roles have changed since it was asked for', async () => {
    const { body } = await give('jenny', 'omar', { roll: 'lon' })
    await give('jenny', 'omar', { roll: 'facklig' })
    const decided = await decide('eva', body.result.id, true)
    expect([decided.status, decided.body.errorMessage]).toEqual([
      409,
      'Något har ändrats sedan det begärdes. Begär det på nytt.',
    ])
    later()
    expect(await own('omar')).toEqual(['facklig'])
    expect(await waiting('eva')).toEqual([])
    expect(await lapsed(body.result.id)).toEqual([{ by: 'eva', about: 'omar' }])
  })

  test('is outdated when the employee has another name than when it was asked for', async () => {
    const { body } = await give('jenny', 'zahra', { roll: 'lon' })
    await sql`update employees set first_name = 'Monica', last_name = 'Stenlund' where user_name = 'zahra'`.execute(
      portal.db,
    )
    const asked = (await waiting('eva')).find(({ id }: { id: number }) => id === body.result.id)
    expect(asked).toMatchObject({ anstid: '31136', anstalld: 'Monica Stenlund' })
    expect((await decide('eva', asked.id, true)).status).toBe(409)
    later()
    expect(await own('zahra')).toEqual(['verkstad'])
    expect(await lapsed(asked.id)).toEqual([{ by: 'eva', about: 'zahra' }])
  })

  test('lapses, and is in the log, when the employment of whom it is about ends', async () => {
    const { body } = await give('jenny', 'tesfaye', { roll: 'lon' })
    const { rows } = await sql<{ number: string }>`
      select number from employees where user_name = 'tesfaye'`.execute(portal.db)
    const active = (aktiv: boolean) =>
      portal.send('jenny', 'POST', '/api/kontor/anstallda/aktiv', { body: { anstid: rows[0]?.number, aktiv } })
    expect((await active(false)).status).toBe(200)
    expect(await lapsed(body.result.id)).toEqual([{ by: 'jenny', about: 'tesfaye' }])
    expect((await active(true)).status).toBe(200)
    expect((await decide('eva', body.result.id, true)).status).toBe(409)
  })

  test('is not given if who asked for it may no longer give it', async () => {
    await giveRole(portal.db, 'birgitta', 'it')
    const { body } = await give('birgitta', 'samir', { roll: 'lon' })
    await sql`
      update role_assignments set ended_at = now() where role = 'it' and employee_id =
        (select id from employees where user_name = 'birgitta')`.execute(portal.db)
    expect((await decide('eva', body.result.id, true)).status).toBe(409)
    expect((await decide('eva', body.result.id, false)).status).toBe(200)
  })

  test('is refused at once where nobody else could approve it', async () => {
    await giveRole(portal.db, 'jonas', 'it')
    const { status, body } = await give('jonas', 'pia', { roll: 'hr' })
    expect([status, body.errorMessage]).toEqual([
      400,
      'Rollen är känslig och måste godkännas av någon annan, men det finns ingen annan som får göra det.',
    ])
    const { rows } = await sql`select 1 from approvals where company = 'ost'`.execute(portal.db)
    expect(rows).toEqual([])
  })

  test('of another company is absent', async () => {
    const { body } = await give('jenny', 'tesfaye', { roll: 'lon' })
    expect(await waiting('annika')).toEqual([])
    expect((await decide('annika', body.result.id, true)).status).toBe(404)
    await decide('eva', body.result.id, false)
  })
})

test('what was audited cannot be changed, removed or emptied', async () => {
  const changes = [sql`update audit set by_role = 'hr'`, sql`delete from audit`, sql`truncate audit`]
  for (const change of changes) await expect(change.execute(portal.db)).rejects.toThrow('audit is insert-only')
})
