import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveRole } from '../../../app/server/test-roles.ts'
import { auditing } from '#core/audit/server/index.ts'
import type { Platform } from '#platform/server/area.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const later = (seconds: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + seconds * 1000)
}
const person = async (userName: string) =>
  (
    await sql<{ id: string; number: string }>`select id, number from employees where user_name = ${userName}`.execute(
      portal.db,
    )
  ).rows[0]!
const log = async (query = '', userName = 'david') =>
  (await portal.send(userName, 'GET', `/api/kontor/logg${query}`)).body.result
const openings = async (userName: string) =>
  (await portal.send(userName, 'GET', '/api/user/profile/oppningar')).body.result

/** Writes a number of somebody's acts, a minute apart, as the oldest rows of the log. */
async function acts(count: number, by: string, company = 'norr') {
  const { id } = await person(by)
  await sql`
    insert into audit (company, at, by_id, by_role, what, object_kind, object_id, before, after)
    select ${company}, timestamptz '2026-10-01 10:00Z' + n * interval '1 minute', ${id}, 'verkstad', 'case.state', 'case.fel',
      'F-' || n, '{"state":"Mottagen"}', '{"state":"Klar"}' from generate_series(1, ${count}) as n`.execute(portal.db)
}

async function reportOfViolence() {
  const { rows } = await sql<{ reporter: string; responsible: string; number: string }>`
    select r.user_name as reporter, m.user_name as responsible, 'A-' || i.number as number
    from incidents i join employees r on r.id = i.reporter_id join employees m on m.id = i.responsible_id
    where i.company = 'norr' and i.typ = 'Hot och våld' order by i.id desc limit 1`.execute(portal.db)
  return rows[0]!
}

test('whoever may read the log finds what was done, by whom and in which role, with before and after', async () => {
  const { number } = await person('emil')
  const body = { anstid: number, roll: 'trafikledare', omrade: 'Umeå', fran: '2026-11-21' }
  expect((await portal.send('jenny', 'POST', '/api/kontor/roller', { body })).status).toBe(200)
  const [row] = (await log('?handelse=role.given')).rader
  expect(row).toMatchObject({
    vem: 'Jenny Lövgren (31226)',
    roll: 'IT-administratör',
    handelse: 'Gav en roll',
    om: 'Emil Vestman (31140)',
    anrop: expect.any(String),
  })
  expect(row.andringar).toContainEqual({ falt: 'Roll', fore: null, efter: 'Trafikledare' })
  expect(row.andringar).toContainEqual({ falt: 'Område', fore: null, efter: 'Umeå' })
})

test('what an erased officer, another system, a rule or the portal itself did is not said to be a command', async () => {
  const erased = '5b1c7a52-6c0e-4f0e-9d59-0d4a0c8f2a11'
  await sql`
    insert into audit (company, at, by_id, by_role, what, object_kind, object_id) values
      ('norr', '2026-10-03 10:06Z', ${erased}, 'verkstad', 'case.state', 'case.fel', 'F-1'),
      ('norr', '2026-10-03 10:05Z', ${erased}, 'it', 'rule.made', 'rule', '1'),
      ('norr', '2026-10-03 10:04Z', null, 'webhook', 'case.state', 'case.fel', 'F-1'),
      ('norr', '2026-10-03 10:03Z', null, null, 'rule.gave', 'role', '1'),
      ('norr', '2026-10-03 10:02Z', null, null, 'case.assigned', 'case.fel', 'F-1'),
      ('norr', '2026-10-03 10:01Z', null, null, 'role.ended', 'role', '1')`.execute(portal.db)
  const { rader } = await log('?fran=2026-10-03&till=2026-10-03')
  expect(rader.map(({ vem, roll }: { vem: string | null; roll: string | null }) => [vem, roll])).toEqual([
    ['Någon som är raderad', 'Verkstad'],
    ['Någon som är raderad', 'IT-administratör'],
    ['Verkstadens system', null],
    ['En rollregel', null],
    ['Portalen', null],
    [null, null],
  ])
})

test('pages follow one another without a gap, and filters narrow them', async () => {
  await acts(120, 'roger')
  const numbers: string[] = []
  let efter = ''
  for (let pages = 0; pages < 3; pages++) {
    const { rader, nasta } = await log(`?vem=roger&handelse=case.state${efter}`)
    numbers.push(...rader.map(({ galler }: { galler: string }) => galler))
    efter = `&efter=${nasta}`
  }
  expect(numbers).toEqual(Array.from({ length: 120 }, (_, at) => `Felanmälan F-${120 - at}`))
  expect((await log('?vem=roger&handelse=case.state')).rader[0].andringar).toEqual([
    { falt: 'Status', fore: 'Mottagen', efter: 'Klar' },
  ])
  expect((await log('?galler=f-7')).rader).toHaveLength(1)
  // 10:01 UTC is 12:01 in Sweden, the same day.
  expect((await log('?fran=2026-10-01&till=2026-10-01&vem=Roger')).rader).toHaveLength(50)
  expect((await log('?fran=2026-10-02&till=2026-10-02')).rader).toEqual([])
  await sql`update employees set last_name = 'Al-Åsén' where user_name = 'roger'`.execute(portal.db)
  for (const typed of ['åsén', 'Åsén Roger', 'al åsén', 'Åsén'.normalize('NFD')])
    expect((await log(`?fran=2026-10-01&till=2026-10-01&vem=${encodeURIComponent(typed)}`)).rader, typed).toHaveLength(
      50,
    )
  expect((await log('?vem=finns%20inte')).rader).toEqual([])
  expect((await log('?vem=%25')).rader).toEqual([])
  const wrong = await portal.send('david', 'GET', '/api/kontor/logg?fran=2026-10-02&till=2026-10-01')
  expect([wrong.status, wrong.body.modelState]).toEqual([400, { till: ['Sista dagen är före den första.'] }])
})

test('a search finds the acts of everybody whom it means, however many they are', async () => {
  await sql`
    insert into employees (id, company, number, user_name, first_name, last_name, active)
    select gen_random_uuid(), 'norr', 'M' || n, 'm' || n, 'Många', 'Nummer ' || n, true from generate_series(1, 450) as n`.execute(
    portal.db,
  )
  for (const userName of ['m1', 'm450']) await acts(1, userName)
  const found = (await log('?vem=många&handelse=case.state')).rader
  expect(new Set(found.map(({ vem }: { vem: string }) => vem))).toEqual(
    new Set(['Många Nummer 1 (M1)', 'Många Nummer 450 (M450)']),
  )
})

test('a page is read by an index, however long the log is', async () => {
  await acts(20_000, 'roger')
  await sql`analyze audit`.execute(portal.db)
  const plan = async (where: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select * from audit a where a.company = 'norr' and ${where} order by a.at desc, a.id desc limit 51`.execute(
      portal.db,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const { id } = await person('david')
  for (const where of [
    sql`true`,
    sql`a.what = 'role.given'`,
    sql`a.by_id = any(${[id]}::uuid[])`,
    sql`a.about_id = ${id}`,
  ])
    expect(await plan(where)).not.toContain('Seq Scan')
})

test('it is closed to everybody else, to an assignment that has run out, and to a part of the company', async () => {
  const status = async (userName: string) => (await portal.send(userName, 'GET', '/api/kontor/logg')).status
  for (const userName of ['anna', 'jenny', 'eva', 'monica', 'roger']) expect(await status(userName)).toBe(403)
  await giveRole(portal.db, 'emil', 'granskare', { to: '2026-11-20' })
  await giveRole(portal.db, 'gunilla', 'granskare')
  await giveRole(portal.db, 'omar', 'granskare', { area: 'Umeå' })
  later(31)
  expect(await status('emil')).toBe(403)
  // Neither another company sees these rows, nor somebody whose role is limited to an area, since the log has no areas.
  expect((await log('', 'gunilla')).rader).toEqual([])
  expect(await log('', 'omar')).toMatchObject({ rader: [], handelser: [] })
  const { nasta } = await log()
  expect((await log(`?efter=${nasta}`, 'gunilla')).rader).toEqual([])
})

test('the responsible of a report of violence is seen too, and reading it is in the log', async () => {
  const { reporter, responsible, number } = await reportOfViolence()
  expect((await portal.send(responsible, 'GET', '/api/incident/list')).status).toBe(200)
  expect(await openings(reporter)).toContainEqual(expect.objectContaining({ thing: 'Avvikelse', number, role: null }))
  expect((await log(`?handelse=case.opened&galler=${number}`)).rader[0]).toMatchObject({
    galler: `Avvikelse ${number}`,
  })
})

test('an opening is recorded although an earlier one was by a clock that was ahead', async () => {
  const { responsible, number } = await reportOfViolence()
  const openedAt = async () => {
    expect((await portal.send(responsible, 'GET', '/api/incident/list')).status).toBe(200)
    const { rows } = await sql<{ at: Date }>`
      select at from audit where what = 'case.opened' and object_id = ${number} order by at`.execute(portal.db)
    return rows.map(({ at }) => at)
  }
  later(5 * 3600)
  const ahead = portal.clock.now
  expect(await openedAt()).toContainEqual(ahead)
  later(-3 * 3600)
  const corrected = portal.clock.now
  expect(await openedAt()).toContainEqual(corrected)
  later(60)
  expect(await openedAt()).not.toContainEqual(portal.clock.now)
})

test('a row goes five years after it was written, by the nightly job and by nothing else', async () => {
  await sql`
    insert into audit (company, at, what, object_kind, object_id)
    values ('ost', '2021-11-20Z', 'role.given', 'role', 'old'), ('ost', '2021-11-23Z', 'role.given', 'role', 'new')`.execute(
    portal.db,
  )
  await auditing.nightly?.({ db: portal.db, clock: () => new Date('2026-11-22T03:00:00Z') } as unknown as Platform)
  const { rows } = await sql`select object_id from audit where company = 'ost' and object_id in ('old', 'new')`.execute(
    portal.db,
  )
  expect(rows).toEqual([{ object_id: 'new' }])
  await expect(sql`delete from audit`.execute(portal.db)).rejects.toThrow('audit is insert-only')
})
