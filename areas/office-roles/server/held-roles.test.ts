// A role that somebody holds: its deputies, its dates, and giving the same role again.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { roleCalls, today } from './roles-fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())
const { give, later, numberOf, own } = roleCalls(() => portal)
beforeEach(() => later())

describe('a deputy', () => {
  const deputise = async (by: string, rollId: number, to: string, over: object = {}) =>
    portal.send(by, 'POST', '/api/kontor/ersattare', {
      body: { rollId, anstid: await numberOf(to), fran: today, till: '2026-11-28', ...over },
    })
  const roleOf = async (userName: string) =>
    (await portal.send(userName, 'GET', '/api/kontor/minaroller')).body.result[0].id as number

  test('has the holder’s role in the holder’s part of the company, within the dates only', async () => {
    const monicas = await roleOf('monica')
    const { status, body } = await deputise('monica', monicas, 'linnea', { fran: '2026-11-22' })
    expect([status, body.result.vantar]).toEqual([200, false])
    const midday = portal.clock.now
    later()
    expect(await own('linnea')).toBe(403)
    portal.clock.now = new Date('2026-11-22T11:00:00Z')
    const [role] = (await portal.send('linnea', 'GET', '/api/kontor/minaroller')).body.result
    expect(role).toMatchObject({
      namn: 'Områdeschef',
      omrade: 'Umeå',
      ersatterFor: 'Monica Stenlund (31014)',
      kalla: 'deputy',
    })
    const [hers] = (await portal.send('monica', 'GET', '/api/kontor/minaroller')).body.result
    expect(hers.ersattare).toEqual([{ id: role.id, namn: 'Linnéa Holmgren', fran: '2026-11-22', till: '2026-11-28' }])
    // Swedish midnight is at 23:00 UTC.
    portal.clock.now = new Date('2026-11-28T22:59:00Z')
    expect(await own('linnea')).toEqual(['omradeschef'])
    portal.clock.now = new Date('2026-11-28T23:00:30Z')
    expect(await own('linnea')).toBe(403)
    portal.clock.now = midday
  })

  test('names no deputies, and the holder ends it at once', async () => {
    const { body } = await deputise('ulrika', await roleOf('ulrika'), 'per-olov')
    later()
    const wrong = { rollId: ['Den som själv är ersättare kan inte utse en ersättare.'] }
    expect((await deputise('per-olov', body.result.id, 'yusuf')).body.modelState).toEqual(wrong)
    const end = (by: string) =>
      portal.send(by, 'POST', '/api/kontor/ersattare/avsluta', { body: { id: body.result.id } })
    expect((await end('monica')).status).toBe(404)
    expect((await end('ulrika')).status).toBe(200)
    later()
    expect(await own('per-olov')).toBe(403)
  })

  test('loses the role with the holder', async () => {
    await deputise('klara', await roleOf('klara'), 'marta')
    later()
    expect(await own('marta')).toEqual(['lon', 'kommunikator'])
    const end = (id: number) => portal.send('jenny', 'POST', '/api/kontor/roller/avsluta', { body: { id } })
    const held = await roleOf('klara')
    expect((await end(held)).status).toBe(200)
    later()
    expect(await own('marta')).toEqual(['lon'])
    const { rows: log } = await sql`
      select e.user_name as about, b.user_name as by, a.before->>'role' as role
      from audit a join employees e on e.id = a.about_id join employees b on b.id = a.by_id
      where a.what = 'role.ended' and a.before->>'role' = 'kommunikator' order by e.user_name`.execute(portal.db)
    expect(log).toEqual(['klara', 'marta'].map((about) => ({ about, by: 'jenny', role: 'kommunikator' })))
  })

  test.each([
    ['another’s role', 'cecilia', 'monica', {}, 'rollId', 'Du har inte den rollen.'],
    [
      'the end before the beginning',
      'monica',
      'monica',
      { till: '2026-11-20' },
      'till',
      'Sista dagen är före den första.',
    ],
    [
      'more than a year',
      'monica',
      'monica',
      { till: '2027-11-22' },
      'till',
      'En ersättare kan utses för högst ett år.',
    ],
  ])('is refused for %s', async (_, by, whose, over, field, message) => {
    const { body } = await deputise(by, await roleOf(whose), 'yusuf', over)
    expect(body.modelState).toEqual({ [field]: [message] })
  })

  test('is not oneself', async () => {
    const { body } = await deputise('monica', await roleOf('monica'), 'monica')
    expect(body.modelState).toEqual({ anstid: ['Du kan inte vara din egen ersättare.'] })
  })

  test('of a sensitive role needs approval too', async () => {
    const { body } = await deputise('eva', await roleOf('eva'), 'henrik')
    expect(body.result.vantar).toBe(true)
    const [asked] = (await portal.send('jenny', 'GET', '/api/kontor/roller/vantar')).body.result
    expect(asked).toMatchObject({ namn: 'HR', ersatterFor: 'Eva Nordmark (31005)', kanBeslutas: true })
    const decided = await portal.send('jenny', 'POST', '/api/kontor/roller/beslut', {
      body: { id: asked.id, godkann: true },
    })
    expect(decided.status).toBe(200)
    later()
    expect(await own('henrik')).toContain('hr')
  })
})

describe('a role that is held', () => {
  type Own = { roll: string; omrade: string; fran: string }
  const held = async (userName: string, role = 'trafikledare') => {
    later()
    const { body } = await portal.send(userName, 'GET', '/api/kontor/minaroller')
    const own = (body.result as Own[]).filter(({ roll }) => roll === role)
    return own.map(({ omrade, fran }) => [omrade, fran])
  }
  const ended = async (userName: string) =>
    (
      await sql`select id from role_assignments where ended_at is not null and employee_id =
        (select id from employees where user_name = ${userName})`.execute(portal.db)
    ).rows.length
  const traffic = { roll: 'trafikledare', omrade: 'Umeå', till: '2026-12-31' }
  const next = { ...traffic, fran: '2027-01-01', till: undefined }

  test('stays until its last day when the same one is given elsewhere from a later day', async () => {
    expect((await give('jenny', 'amina', traffic)).status).toBe(200)
    expect((await give('jenny', 'amina', { ...next, omrade: 'Skellefteå' })).status).toBe(200)
    expect(await held('amina')).toEqual([
      ['Umeå', today],
      ['Skellefteå', '2027-01-01'],
    ])
    expect(await ended('amina')).toBe(0)
  })

  test('is not ended by the same one with other dates: that is refused, and says what there is', async () => {
    const refusals = async (body: object) => (await give('jenny', 'lars-goran', body)).body.modelState
    expect((await give('jenny', 'lars-goran', traffic)).status).toBe(200)
    const ends = { roll: ['Den anställde har redan rollen. Den slutar 2026-12-31.'] }
    for (const other of [
      { ...next, fran: '2027-01-02' },
      { ...next, fran: '2026-11-20' },
      traffic,
      { ...traffic, till: today },
    ])
      expect(await refusals(other)).toEqual(ends)
    expect(await held('lars-goran')).toEqual([['Umeå', today]])
    expect((await give('jenny', 'lars-goran', { ...next, omrade: 'Skellefteå' })).status).toBe(200)
    expect(await refusals({ ...traffic, omrade: 'Skellefteå' })).toEqual({
      roll: ['Den anställde har redan rollen. Den börjar 2027-01-01.'],
    })
    expect(await ended('lars-goran')).toBe(0)
  })

  test('is given anew when it has ended, from any day', async () => {
    const before = portal.clock.now
    expect((await give('jenny', 'bertil', { ...traffic, till: today })).status).toBe(200)
    // Swedish midnight is at 23:00 UTC.
    portal.clock.now = new Date('2026-11-21T23:00:30Z')
    expect((await give('jenny', 'bertil', { ...traffic, fran: '2026-11-22' })).status).toBe(200)
    expect(await held('bertil')).toEqual([['Umeå', '2026-11-22']])
    portal.clock.now = before
  })

  test('is prolonged by the same one that begins on the day after its last or earlier: it has no gap, and keeps its deputies', async () => {
    expect((await give('jenny', 'zahra', traffic)).status).toBe(200)
    later()
    const roleId = async () =>
      (await portal.send('zahra', 'GET', '/api/kontor/minaroller')).body.result[0] as {
        id: number
        fran: string
        till: string | null
        ersattare: { namn: string; till: string }[]
      }
    const first = (await roleId()).id
    const deputy = { rollId: first, anstid: await numberOf('monica'), fran: today, till: '2026-12-31' }
    expect((await portal.send('zahra', 'POST', '/api/kontor/ersattare', { body: deputy })).status).toBe(200)
    expect((await give('jenny', 'zahra', { ...next, till: '2027-03-31' })).status).toBe(200)
    later()
    const second = await roleId()
    const kept = { ersattare: [{ id: expect.any(Number), namn: 'Monica Stenlund', fran: today, till: '2026-12-31' }] }
    expect(second).toMatchObject({ fran: today, till: '2027-03-31', ...kept })
    expect((await give('jenny', 'zahra', { ...traffic, till: undefined })).status).toBe(200)
    later()
    const third = await roleId()
    expect(third).toMatchObject({ fran: today, till: null, ...kept })
    const { rows } = await sql`
      select a.what, a.object_id as id, a.before->>'to' as before, a.after->>'to' as after from audit a
      where a.object_kind = 'role' and a.about_id = (select id from employees where user_name = 'zahra') order by a.id`.execute(
      portal.db,
    )
    expect(rows).toEqual([
      { what: 'role.given', id: String(first), before: null, after: '2026-12-31' },
      { what: 'role.given', id: String(second.id), before: null, after: '2027-03-31' },
      { what: 'role.ended', id: String(first), before: '2026-12-31', after: null },
      { what: 'role.given', id: String(third.id), before: null, after: null },
      { what: 'role.ended', id: String(second.id), before: '2027-03-31', after: null },
    ])
  })

  test('as a deputy stays when the employee gets the role, and its deputies stay with it', async () => {
    const monicas = (await portal.send('monica', 'GET', '/api/kontor/minaroller')).body.result[0].id
    const weeks = [
      { fran: today, till: '2026-11-28' },
      { fran: '2026-12-07', till: '2026-12-13' },
    ]
    const deputy = async (week: object) =>
      portal.send('monica', 'POST', '/api/kontor/ersattare', {
        body: { rollId: monicas, anstid: await numberOf('per-olov'), ...week },
      })
    expect((await deputy(weeks[0]!)).status).toBe(200)
    expect((await deputy(weeks[1]!)).body.modelState).toEqual({
      roll: ['Den anställde har redan rollen. Den slutar 2026-11-28.'],
    })
    expect((await give('jenny', 'per-olov', { ...next, roll: 'omradeschef' })).status).toBe(200)
    expect(await held('per-olov', 'omradeschef')).toEqual([
      ['Umeå', today],
      ['Umeå', '2027-01-01'],
    ])
  })

  test('that is sensitive stays too: the same one from a later day is refused before anybody approves it, or prolongs it then', async () => {
    const sensitive = { roll: 'skyddsombud', omrade: 'Umeå', till: '2026-12-31' }
    const approve = async (id: number) =>
      (await portal.send('eva', 'POST', '/api/kontor/roller/beslut', { body: { id, godkann: true } })).status
    expect(await approve((await give('jenny', 'tesfaye', sensitive)).body.result.id)).toBe(200)
    const later = { ...sensitive, fran: '2027-01-02', till: undefined }
    expect((await give('jenny', 'tesfaye', later)).body.modelState).toEqual({
      roll: ['Den anställde har redan rollen. Den slutar 2026-12-31.'],
    })
    const elsewhere = await give('jenny', 'tesfaye', { ...later, omrade: 'Skellefteå' })
    expect(await approve(elsewhere.body.result.id)).toBe(200)
    const longer = await give('jenny', 'tesfaye', { ...sensitive, fran: '2027-01-01', till: '2027-12-31' })
    expect(longer.body.result.vantar).toBe(true)
    const days = async () => {
      const { body } = await portal.send('tesfaye', 'GET', '/api/kontor/minaroller')
      return (body.result as (Own & { till: string | null })[]).map(({ omrade, fran, till }) => [omrade, fran, till])
    }
    await held('tesfaye')
    expect(await days()).toEqual([
      ['Umeå', today, '2026-12-31'],
      ['Skellefteå', '2027-01-02', null],
    ])
    // A deputy who waits meanwhile is approved as that of the prolonged role.
    const { body: own } = await portal.send('tesfaye', 'GET', '/api/kontor/minaroller')
    const umea = (own.result as (Own & { id: number })[]).find(({ omrade }) => omrade === 'Umeå')
    const named = await portal.send('tesfaye', 'POST', '/api/kontor/ersattare', {
      body: { rollId: umea?.id, anstid: await numberOf('linnea'), fran: today, till: '2026-12-24' },
    })
    expect(named.body.result.vantar).toBe(true)
    expect(await approve(longer.body.result.id)).toBe(200)
    expect(await approve(named.body.result.id)).toBe(200)
    expect(await held('linnea', 'skyddsombud')).toEqual([['Umeå', today]])
    expect(await days()).toEqual([
      ['Umeå', today, '2027-12-31'],
      ['Skellefteå', '2027-01-02', null],
    ])
  })
})

describe('a request whose days have passed', () => {
  const asked = { roll: 'skyddsombud', omrade: 'Skellefteå' }
  const next = { ...asked, fran: '2026-11-23' }
  const waiting = async () =>
    (await portal.send('eva', 'GET', '/api/kontor/roller/vantar')).body.result.map(({ id }: { id: number }) => id)
  const counted = async () =>
    (await portal.send('eva', 'GET', '/api/kontor/roller/antal')).body.result.find(
      ({ view }: { view: string }) => view === 'vantar',
    ).count
  const approve = (id: number) =>
    portal.send('eva', 'POST', '/api/kontor/roller/beslut', { body: { id, godkann: true } })

  test('neither waits, nor is carried out, nor keeps the same role from being requested again', async () => {
    const before = portal.clock.now
    const others = await counted()
    const ofDay = { ...asked, till: today }
    const approved = (await give('jenny', 'yusuf', ofDay)).body.result.id
    const replaced = (await give('jenny', 'bertil', ofDay)).body.result.id
    expect([await counted(), await waiting()]).toEqual([others + 2, expect.arrayContaining([approved, replaced])])
    portal.clock.now = new Date('2026-11-23T08:00:00Z')
    expect(await counted()).toBe(others)
    for (const id of [approved, replaced]) expect(await waiting()).not.toContain(id)
    const late = await approve(approved)
    expect([late.status, late.body.errorMessage]).toEqual([
      409,
      'Något har ändrats sedan det begärdes. Begär det på nytt.',
    ])
    const { rows } = await sql`
      select r.id from role_assignments r join employees e on e.id = r.employee_id
      where e.user_name = 'yusuf' and r.role = 'skyddsombud'`.execute(portal.db)
    expect(rows).toEqual([])
    const again = await give('jenny', 'bertil', next)
    expect([again.status, again.body.result?.vantar]).toEqual([200, true])
    const { rows: log } = await sql`
      select b.user_name as by from audit a join employees b on b.id = a.by_id
      where a.what = 'request.outdated' and a.object_id = ${String(replaced)}`.execute(portal.db)
    expect(log).toEqual([{ by: 'jenny' }])
    expect((await approve(again.body.result.id)).status).toBe(200)
    portal.clock.now = before
  })
})
