// How roles are given, taken over, approved and ended, as requests of those who do it.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())
beforeEach(() => later(31))

const today = '2026-11-21'
/** Rights are read again after 30 seconds. */
const later = (seconds: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + seconds * 1000)
}
const numberOf = async (userName: string) =>
  (await sql<{ number: string }>`select number from employees where user_name = ${userName}`.execute(portal.db))
    .rows[0]!.number
const give = async (by: string, to: string, body: object) =>
  portal.send(by, 'POST', '/api/kontor/roller', { body: { anstid: await numberOf(to), fran: today, ...body } })
const own = async (userName: string) => {
  const { status, body } = await portal.send(userName, 'GET', '/api/kontor/minaroller')
  return status === 200 ? body.result.map(({ roll }: { roll: string }) => roll) : status
}
const audited = async (what: string) =>
  (
    await sql<{ by: string; role: string; about: string; request: string | null }>`
      select b.user_name as by, a.by_role as role, e.user_name as about, a.request_id as request
      from audit a left join employees b on b.id = a.by_id left join employees e on e.id = a.about_id
      where a.what = ${what} order by a.id desc limit 1`.execute(portal.db)
  ).rows[0]

/** What the log has of a request that can no longer be approved. */
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
    later(31)
    const { body } = await portal.send('emil', 'GET', '/api/kontor/minaroller')
    expect(body.result).toEqual([
      expect.objectContaining({ namn: 'Trafikledare', omrade: 'Umeå', gavsAv: 'Jenny Lövgren', kalla: 'hand' }),
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
    later(31)
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
    later(31)
    expect(await own('anders')).toBe(403)
    expect((await give('jenny', 'anders', { roll: 'skyddsombud', omrade: 'Umeå' })).status).toBe(409)
    const [asked] = await waiting('jenny')
    expect(asked).toMatchObject({ id: body.result.id, begardAv: 'Jenny Lövgren', kanBeslutas: false })
    expect((await decide('jenny', asked.id, true)).status).toBe(403)
    expect((await waiting('eva'))[0]).toMatchObject({ anstalld: 'Anders Forsberg', kanBeslutas: true })
    expect((await decide('eva', asked.id, true)).status).toBe(200)
    expect((await decide('eva', asked.id, true)).status).toBe(409)
    later(31)
    expect(await own('anders')).toEqual(['skyddsombud'])
    expect(await audited('role.approved')).toMatchObject({ by: 'eva', role: 'hr', about: 'anders' })
    expect(await waiting('eva')).toEqual([])
  })

  test('that is refused does not count, and may be asked for again', async () => {
    const first = await give('jenny', 'nermin', { roll: 'granskare' })
    expect((await decide('eva', first.body.result.id, false)).status).toBe(200)
    later(31)
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
    later(31)
    expect(await own('omar')).toEqual(['facklig'])
    expect(await waiting('eva')).toEqual([])
    expect(await lapsed(body.result.id)).toEqual([{ by: 'eva', about: 'omar' }])
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
    later(31)
    expect(await own('linnea')).toBe(403)
    portal.clock.now = new Date('2026-11-22T11:00:00Z')
    const [role] = (await portal.send('linnea', 'GET', '/api/kontor/minaroller')).body.result
    expect(role).toMatchObject({ namn: 'Områdeschef', omrade: 'Umeå', ersatterFor: 'Monica Stenlund', kalla: 'deputy' })
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
    later(31)
    const wrong = { rollId: ['Den som själv är ersättare kan inte utse en ersättare.'] }
    expect((await deputise('per-olov', body.result.id, 'yusuf')).body.modelState).toEqual(wrong)
    const end = (by: string) =>
      portal.send(by, 'POST', '/api/kontor/ersattare/avsluta', { body: { id: body.result.id } })
    expect((await end('monica')).status).toBe(404)
    expect((await end('ulrika')).status).toBe(200)
    later(31)
    expect(await own('per-olov')).toBe(403)
  })

  test('loses the role with the holder', async () => {
    await deputise('klara', await roleOf('klara'), 'marta')
    later(31)
    expect(await own('marta')).toEqual(['lon', 'kommunikator'])
    const end = (id: number) => portal.send('jenny', 'POST', '/api/kontor/roller/avsluta', { body: { id } })
    const held = await roleOf('klara')
    expect((await end(held)).status).toBe(200)
    later(31)
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
    expect(asked).toMatchObject({ namn: 'HR', ersatterFor: 'Eva Nordmark', kanBeslutas: true })
    const decided = await portal.send('jenny', 'POST', '/api/kontor/roller/beslut', {
      body: { id: asked.id, godkann: true },
    })
    expect(decided.status).toBe(200)
    later(31)
    expect(await own('henrik')).toContain('hr')
  })
})

describe('a role that is held', () => {
  type Own = { roll: string; omrade: string; fran: string }
  const held = async (userName: string, role = 'trafikledare') => {
    later(31)
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
    expect(await refusals(next)).toEqual({ roll: ['Den anställde har redan rollen. Den slutar 2026-12-31.'] })
    expect(await held('lars-goran')).toEqual([['Umeå', today]])
    expect((await give('jenny', 'lars-goran', { ...next, omrade: 'Skellefteå' })).status).toBe(200)
    expect(await refusals({ ...traffic, omrade: 'Skellefteå' })).toEqual({
      roll: ['Den anställde har redan rollen. Den börjar 2027-01-01.'],
    })
    expect(await ended('lars-goran')).toBe(0)
  })

  test('on its last day still counts, and the day after it is given anew', async () => {
    const before = portal.clock.now
    expect((await give('jenny', 'bertil', { ...traffic, till: today })).status).toBe(200)
    const again = { ...traffic, fran: '2026-11-22' }
    expect((await give('jenny', 'bertil', again)).body.modelState).toEqual({
      roll: ['Den anställde har redan rollen. Den slutar 2026-11-21.'],
    })
    expect(await held('bertil')).toEqual([['Umeå', today]])
    // Swedish midnight is at 23:00 UTC.
    portal.clock.now = new Date('2026-11-21T23:00:30Z')
    expect((await give('jenny', 'bertil', again)).status).toBe(200)
    expect(await held('bertil')).toEqual([['Umeå', '2026-11-22']])
    portal.clock.now = before
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

  test('that is sensitive stays too: the same one from a later day is refused before anybody has to approve it', async () => {
    const sensitive = { roll: 'skyddsombud', omrade: 'Umeå', till: '2026-12-31' }
    const approve = async (id: number) =>
      (await portal.send('eva', 'POST', '/api/kontor/roller/beslut', { body: { id, godkann: true } })).status
    expect(await approve((await give('jenny', 'tesfaye', sensitive)).body.result.id)).toBe(200)
    const later = { ...sensitive, fran: '2027-01-01', till: undefined }
    expect((await give('jenny', 'tesfaye', later)).body.modelState).toEqual({
      roll: ['Den anställde har redan rollen. Den slutar 2026-12-31.'],
    })
    const elsewhere = await give('jenny', 'tesfaye', { ...later, omrade: 'Skellefteå' })
    expect(await approve(elsewhere.body.result.id)).toBe(200)
    expect(await held('tesfaye', 'skyddsombud')).toEqual([
      ['Umeå', today],
      ['Skellefteå', '2027-01-01'],
    ])
  })
})

test('what was audited cannot be changed, removed or emptied', async () => {
  const changes = [sql`update audit set by_role = 'hr'`, sql`delete from audit`, sql`truncate audit`]
  for (const change of changes) await expect(change.execute(portal.db)).rejects.toThrow('audit is insert-only')
})
