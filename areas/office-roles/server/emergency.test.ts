// A role taken in an emergency: who may take it, for how long, and who is notified.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'

let portal: TestPortal
let threat: string
let ordinary: string
beforeAll(async () => {
  portal = await testPortal()
  const report = async (call: string, fields: object) => {
    const common = { Datum: '2026-11-20', Plats: 'Umeå busstation', AttachmentUploadBlobNames: [] }
    const { status, body } = await portal.send('anna', 'POST', `/api/incident/${call}`, {
      body: { ...common, ...fields },
    })
    expect(status).toBe(200)
    return body.result.nummer as string
  }
  threat = await report('addhotochvald', {
    Fordon: 'Buss 2116',
    HandelseBeskrivning: 'Hot',
    ExternaPersonskadorInfo: '',
  })
  ordinary = await report('addtrafikinformation', {
    Hallplatskategori: 'Hinder eller vägarbete',
    HandelseBeskrivning: 'Det är halt.',
  })
})
afterAll(() => portal.close())

const path = '/api/kontor/nodatkomst'
const later = (seconds: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + seconds * 1000)
}
const take = (by: string, fields: object = {}) =>
  portal.send(by, 'POST', path, {
    body: { roll: 'hr', timmar: 4, skal: 'HR är inte på plats och en förare är hotad.', ...fields },
  })
const list = async (by: string) => (await portal.send(by, 'GET', path)).body.result
const opens = async (by: string, number: string) =>
  (await portal.send(by, 'GET', `/api/kontor/arenden/avvikelser/arende?nummer=${number}`)).status
const seenBy = async () => (await portal.send('anna', 'GET', '/api/user/profile/oppningar')).body.result as object[]

test('is refused without a reason, for longer than four hours, and for a role that gives roles', async () => {
  expect((await take('jenny', { skal: 'bråttom' })).body.modelState).toHaveProperty('skal')
  expect((await take('jenny', { timmar: 5 })).body.modelState).toHaveProperty('timmar')
  expect((await take('jenny', { roll: 'it' })).body.modelState).toHaveProperty('roll')
  expect((await take('jenny', { omrade: 'Borås' })).body.modelState).toHaveProperty('omrade')
  for (const userName of ['eva', 'monica', 'anna']) expect((await take(userName)).status).toBe(403)
})

test('opens what is sensitive at once, and ends to the second after its hours', async () => {
  expect(await opens('jenny', threat)).toBe(403)
  const taken = await take('jenny')
  expect(taken.status).toBe(200)
  later(31)
  expect(await opens('jenny', threat)).toBe(200)
  expect((await take('jenny')).body.modelState).toEqual({ roll: ['Du har redan den rollen.'] })
  const own = (await portal.send('jenny', 'GET', '/api/kontor/minaroller')).body.result
  expect(own).toContainEqual(
    expect.objectContaining({
      roll: 'hr',
      kalla: 'emergency',
      slutar: '2026-11-21T16:00:00',
      gavsAv: 'Jenny Lövgren (31226)',
    }),
  )
  const [{ id }] = own.filter(({ roll }: { roll: string }) => roll === 'hr')
  const deputy = { rollId: id, anstid: '31108', fran: '2026-11-21', till: '2026-11-21' }
  expect((await portal.send('jenny', 'POST', '/api/kontor/ersattare', { body: deputy })).status).toBe(400)
  // The same token is used before and after the end of the role, and the portal remembers a token.
  const headers = { authorization: `Bearer ${await portal.token('jenny', { claims: { exp: 1_795_300_000 } })}` }
  const asks = async () =>
    (await portal.send(null, 'GET', `/api/kontor/arenden/avvikelser/arende?nummer=${threat}`, { headers })).status
  later(4 * 3600 - 31 - 2)
  expect(await asks()).toBe(200)
  later(1.9)
  expect(await asks()).toBe(200)
  later(0.1)
  expect(await asks()).toBe(403)
})

test('is told to HR on the list and the overview, is in the log with its reason, and to whom it concerns', async () => {
  expect(await list('eva')).toEqual([
    expect.objectContaining({
      anstalld: 'Jenny Lövgren',
      namn: 'HR',
      pagar: false,
      skal: 'HR är inte på plats och en förare är hotad.',
      till: '2026-11-21T16:00:00',
    }),
  ])
  expect((await portal.send('monica', 'GET', path)).status).toBe(403)
  const log = (await portal.send('david', 'GET', '/api/kontor/logg?handelse=role.emergency')).body.result
  expect(log.rader).toEqual([
    expect.objectContaining({
      vem: 'Jenny Lövgren (31226)',
      handelse: 'Tog nödåtkomst',
      andringar: expect.arrayContaining([expect.objectContaining({ falt: 'Skäl' })]),
    }),
  ])
  // The case was opened twice, hours apart.
  const opening = { by: 'Jenny Lövgren (31226)', role: 'HR', number: threat, emergency: true, revealed: false }
  expect(await seenBy()).toEqual([expect.objectContaining(opening), expect.objectContaining(opening)])
})

test('counts for what is not sensitive too: each opening is told and no list has the text, unlike with the same role otherwise', async () => {
  await giveRole(portal.db, 'emil', 'trafikledare')
  const before = await seenBy()
  expect(await opens('emil', ordinary)).toBe(200)
  expect((await take('jenny', { roll: 'trafikledare', timmar: 1 })).status).toBe(200)
  later(31)
  expect(await opens('jenny', ordinary)).toBe(200)
  expect(await opens('jenny', ordinary)).toBe(200)
  const listed = async (by: string) =>
    (
      await Promise.all(
        ['arenden/avvikelser/lista', `sok?q=${ordinary}`].map((path) => portal.send(by, 'GET', `/api/kontor/${path}`)),
      )
    ).map(({ body }) => body.result.rows.find(({ number }: { number: string }) => number === ordinary))
  for (const row of await listed('jenny')) {
    expect(row.state).toMatchObject({ name: 'Ny' })
    expect(row.facts).not.toContain('Det är halt.')
  }
  for (const row of await listed('emil')) expect(row.facts).toContain('Det är halt.')
  const seen = await seenBy()
  expect(seen).toHaveLength(before.length + 1)
  expect(seen[0]).toMatchObject({ role: 'Trafikledare', number: ordinary, emergency: true })
})

test('makes nobody an approver or a handler, ends when HR ends it, and may be taken again', async () => {
  const counts = async () => (await portal.send('eva', 'GET', '/api/kontor/roller/antal')).body.result
  expect(await counts()).toContainEqual(expect.objectContaining({ view: 'nodatkomst', count: 1 }))
  const handlers = await portal.send('emil', 'GET', `/api/kontor/arenden/avvikelser/handlaggare?nummer=${ordinary}`)
  expect(JSON.stringify(handlers.body.result)).not.toContain('Jenny')
  const [running] = await list('eva')
  expect(running).toMatchObject({ namn: 'Trafikledare', pagar: true })
  const end = (by: string, id: number) => portal.send(by, 'POST', `${path}/avsluta`, { body: { id } })
  const [foreign, absent] = [await end('annika', running.id), await end('annika', 999_999)]
  expect([foreign.status, { ...foreign.body, timestamp: '' }]).toEqual([404, { ...absent.body, timestamp: '' }])
  expect((await end('eva', running.id)).status).toBe(200)
  later(31)
  expect(await opens('jenny', ordinary)).toBe(403)
  expect(await counts()).toContainEqual(expect.objectContaining({ view: 'nodatkomst', count: 0 }))
  expect((await end('eva', running.id)).status).toBe(404)
  // It may be taken again on the same day, after it has ended by itself.
  expect((await take('jenny', { timmar: 1 })).status).toBe(200)
  later(3601)
  expect((await take('jenny', { timmar: 1 })).status).toBe(200)
  later(31)
  expect(await opens('jenny', threat)).toBe(200)
  const { rows } = await sql<{ role: string }>`
    select role from role_assignments where valid_until is not null and ended_at is null`.execute(portal.db)
  expect(rows).toEqual([{ role: 'hr' }])
})

test('is what the log says of everything that only it reaches, beside an ordinary role elsewhere', async () => {
  await giveRole(portal.db, 'jenny', 'omradeschef', { area: 'Kiruna' })
  later(3601)
  expect((await take('jenny', { timmar: 1 })).status).toBe(200)
  later(31)
  const at = (path: string) => `/api/kontor/arenden/avvikelser/${path}`
  const body = { number: threat, version: 0, part: 'text', from: 0, words: 'Hot', why: 'Namn' }
  expect(
    (await portal.send('jenny', 'POST', at('anteckna'), { body: { number: threat, text: 'Ringt.' } })).status,
  ).toBe(200)
  expect((await portal.send('jenny', 'POST', at('dolj'), { body: { ...body, version: 1 } })).status).toBe(200)
  for (const path of [`original?nummer=${threat}&del=text`, `pdf?nummer=${threat}`, 'tabell', 'celler'])
    expect([path, (await portal.send('jenny', 'GET', at(path))).status]).toEqual([path, 200])
  const { rows } = await sql<{ what: string }>`
    select what, by_role as role, emergency from audit
    where by_id = (select id from employees where user_name = 'jenny') and at >= ${portal.clock.now} order by id`.execute(
    portal.db,
  )
  expect(rows).toEqual(
    [
      'case.noted',
      'case.redacted',
      'case.uncovered',
      'case.opened',
      'case.printed',
      'case.exported',
      'case.exported',
    ].map((what) => ({ what, role: 'hr', emergency: true })),
  )
})

test('is what the log says of the file for payroll too', async () => {
  await giveRole(portal.db, 'jenny', 'lon', { area: 'Kiruna' })
  expect((await take('jenny', { roll: 'lon', timmar: 1 })).status).toBe(200)
  later(31)
  expect((await portal.send('jenny', 'GET', '/api/kontor/loneunderlag/hamta?manad=2026-10')).status).toBe(200)
  const { rows } = await sql`
    select by_role as role, emergency from audit where what = 'timeReports.exported'
      and by_id = (select id from employees where user_name = 'jenny')`.execute(portal.db)
  expect(rows).toEqual([{ role: 'lon', emergency: true }])
})

test('approves nothing that waits for a second person, once the role by which it was taken has ended', async () => {
  await giveRole(portal.db, 'henrik', 'it')
  expect([200, 400]).toContain((await take('jenny', { timmar: 2 })).status)
  later(31)
  const { rows } = await sql<{ number: string }>`select number from employees where user_name = 'nermin'`.execute(
    portal.db,
  )
  const asked = await portal.send('henrik', 'POST', '/api/kontor/roller', {
    body: { anstid: rows[0]!.number, roll: 'granskare', fran: '2026-11-25' },
  })
  expect(asked.body.result).toMatchObject({ vantar: true })
  const decide = (by: string) =>
    portal.send(by, 'POST', '/api/kontor/roller/beslut', { body: { id: asked.body.result.id, godkann: true } })
  const own = sql`role = 'it' and employee_id = (select id from employees where user_name = 'jenny')`
  await sql`update role_assignments set ended_at = now() where ${own}`.execute(portal.db)
  later(31)
  expect((await decide('jenny')).status).toBe(404)
  expect((await portal.send('jenny', 'GET', '/api/kontor/roller/vantar')).body.result).toEqual([])
  const counts = (await portal.send('jenny', 'GET', '/api/kontor/roller/antal')).body.result
  expect(counts).toContainEqual(expect.objectContaining({ view: 'vantar', count: 0 }))
  expect((await decide('eva')).status).toBe(200)
})

test('ends with the role by which it was taken, and is recorded', async () => {
  const emergency = async () =>
    (
      await sql<{ ended: boolean; said: number }>`
        select r.ended_at is not null as ended, (select count(*)::int from audit a
          where a.what = 'role.ended' and a.object_kind = 'role' and a.object_id = r.id::text) as said
        from role_assignments r join employees e on e.id = r.employee_id
        where e.user_name = 'jenny' and r.valid_until is not null order by r.id desc limit 1`.execute(portal.db)
    ).rows[0]
  await sql`update role_assignments set ended_at = now() where valid_until is not null`.execute(portal.db)
  await giveRole(portal.db, 'jenny', 'it')
  later(31)
  expect((await take('jenny')).status).toBe(200)
  const { rows } = await sql<{ id: number }>`
    select r.id from role_assignments r join employees e on e.id = r.employee_id
    where e.user_name = 'jenny' and r.role = 'it' and r.ended_at is null`.execute(portal.db)
  const usual = await giveRole(portal.db, 'jenny', 'verkstad')
  const end = async (id: number | undefined) => {
    later(31)
    const { status } = await portal.send('klara', 'POST', '/api/kontor/roller/avsluta', { body: { id } })
    expect(status).toBe(200)
  }
  await giveRole(portal.db, 'klara', 'it')
  await end(usual)
  expect(await emergency()).toEqual({ ended: false, said: 0 })
  expect(rows).toHaveLength(1)
  await end(rows[0]?.id)
  expect(await emergency()).toEqual({ ended: true, said: 1 })
  // A role that has just been ended does not suffice, although a process remembers it for half a minute.
  await giveRole(portal.db, 'jenny', 'it')
  later(31)
  await list('jenny')
  await sql`update role_assignments set ended_at = now() where role = 'it' and ended_at is null`.execute(portal.db)
  expect((await take('jenny')).status).toBe(403)
})

test('is taken also by whoever has the same role from a later day, and ends without it', async () => {
  await sql`update role_assignments set ended_at = now() where ended_at is null
    and employee_id = (select id from employees where user_name = 'jenny')`.execute(portal.db)
  await giveRole(portal.db, 'jenny', 'it')
  const later = await giveRole(portal.db, 'jenny', 'hr', { from: '2027-01-01' })
  const taken = await take('jenny', { timmar: 1 })
  expect([taken.status, taken.body.modelState]).toEqual([200, undefined])
  expect((await take('jenny')).body.modelState).toEqual({ roll: ['Du har redan den rollen.'] })
  const { id } = taken.body.result
  expect((await portal.send('eva', 'POST', `${path}/avsluta`, { body: { id } })).status).toBe(200)
  const { rows } = await sql<{ id: number }>`
    select id from role_assignments where role = 'hr' and ended_at is null
      and employee_id = (select id from employees where user_name = 'jenny')`.execute(portal.db)
  expect(rows).toEqual([{ id: later }])
})

test('is not taken by whoever has the same role today, and lets it be given from a later day', async () => {
  await sql`update role_assignments set valid_from = '2026-01-01' where role = 'hr' and ended_at is null
    and employee_id = (select id from employees where user_name = 'jenny')`.execute(portal.db)
  expect((await take('jenny')).body.modelState).toEqual({ roll: ['Du har redan den rollen.'] })
  expect((await take('jenny', { roll: 'trafikledare', timmar: 1 })).status).toBe(200)
  await giveRole(portal.db, 'henrik', 'it')
  const { rows } = await sql<{
    anstid: string
  }>`select number as anstid from employees where user_name = 'jenny'`.execute(portal.db)
  const given = await portal.send('henrik', 'POST', '/api/kontor/roller', {
    body: { ...rows[0], roll: 'trafikledare', fran: '2027-01-01' },
  })
  expect([given.status, given.body.modelState]).toEqual([200, undefined])
})

test('for the whole company is told to HR of an area, who ends it, and one of another area is not', async () => {
  await giveRole(portal.db, 'birgitta', 'hr', { area: 'Umeå' })
  type Taken = { id: number; pagar: boolean }
  const running = async () => ((await list('birgitta')) as Taken[]).filter(({ pagar }) => pagar).map(({ id }) => id)
  const counted = async () =>
    (await portal.send('birgitta', 'GET', '/api/kontor/roller/antal')).body.result.find(
      ({ view }: { view: string }) => view === 'nodatkomst',
    ).count
  const before = await counted()
  const [whole, elsewhere] = [
    await take('jenny', { roll: 'kommunikator', timmar: 1 }),
    await take('jenny', { roll: 'verkstad', omrade: 'Skellefteå', timmar: 1 }),
  ].map(({ body }) => body.result.id as number)
  expect(await running()).toContain(whole)
  expect(await running()).not.toContain(elsewhere)
  expect(await counted()).toBe(before + 1)
  const end = async (id: number | undefined) =>
    (await portal.send('birgitta', 'POST', `${path}/avsluta`, { body: { id } })).status
  expect([await end(elsewhere), await end(whole)]).toEqual([404, 200])
  expect(await running()).not.toContain(whole)
  expect(await counted()).toBe(before)
})
