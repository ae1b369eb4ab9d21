// Nothing that an erased employee has sent names him or her any more, in any queue of the office.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payloads } from '../../../areas/deviations/server/payloads-fixture.ts'
import { testPortal, type TestPortal } from '../test-portal.ts'
import { giveEveryRole } from '../test-roles.ts'
import { eraseEmployee } from './erase-employee.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  await giveEveryRole(portal.db, 'monica')
})
afterAll(() => portal.close())

const text = 'Hej Amina! Warsame, 31113'

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape
async function done(userName: string, method: 'GET' | 'POST', path: string, body?: object): Promise<any> {
  const answer = await portal.send(userName, method, path, { body })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.body.result
}

/** How a case gets into each queue. A new queue fails the test until it is listed here. */
const sent: Readonly<Record<string, () => Promise<unknown>>> = {
  fel: () =>
    done('amina', 'POST', '/api/fordonskontroll/addfault', { faultCategoryNumber: 1, vehicleNumber: '2117', text }),
  avvikelser: () =>
    done('amina', 'POST', '/api/incident/addtrafikinformation', {
      ...payloads.addtrafikinformation(),
      Plats: text,
      HandelseBeskrivning: text,
    }),
  forslag: async () => {
    for (const Bolag of ['norr', 'vast'])
      await done('amina', 'POST', '/api/forslag/', { Rubrik: text, Bolag, Beskrivning: text })
  },
  kommentarer: async () => {
    const { items } = await done('amina', 'GET', '/api/nyheter/getregion?page=0')
    const { id } = await done('amina', 'POST', '/api/nyheter/addcomment', { bodyText: text, newsItemId: items[0].id })
    await done('anna', 'POST', '/api/nyheter/anmalkommentar', { kommentarId: id, anledning: 'Hör inte hit' })
  },
  tidrapporter: async () => {
    const { id } = await done('amina', 'GET', '/api/bpl/tidrapport/getsenaste')
    await done('amina', 'POST', '/api/bpl/tidrapport/accept', { TidrapportId: id, Undo: false })
  },
}

const casesOf = async (userName: string) =>
  (
    await sql<{ company: string; kind: string; number: string; version: number }>`
      select c.company, c.kind, c.number, c.version from cases c join employees e on e.id = c.reporter_id
      where e.user_name = ${userName} and c.ended_at is null`.execute(portal.db)
  ).rows

test('nothing of any queue has the name or the number of an erased employee, and no time report is left without its month', async () => {
  const kinds = portal.app.calls.flatMap(({ path }) => /^\/api\/kontor\/arenden\/([^/]+)\/lista$/.exec(path)?.[1] ?? [])
  expect(Object.keys(sent).toSorted()).toEqual(kinds.toSorted())
  for (const send of Object.values(sent)) await send()
  const hidden = new Set<string>()
  for (const { company, kind, number, version } of await casesOf('amina')) {
    if (company !== 'norr') continue
    const at = `/api/kontor/arenden/${kind}`
    const { next } = await done('monica', 'GET', `${at}/arende?nummer=${number}`)
    const state = next.find(({ name }: { name: string }) => name !== 'Godkänd')?.name ?? null
    await done('monica', 'POST', `${at}/svara`, { number, version, state, text, asks: false })
    await done('monica', 'POST', `${at}/anteckna`, { number, text })
    hidden.add(kind)
  }
  expect([...hidden].toSorted()).toEqual(kinds.toSorted())

  // What she writes from now on has another name.
  await sql`update employees set first_name = 'Mina', last_name = 'Abdulle' where user_name = 'amina'`.execute(
    portal.db,
  )
  const body = { faultCategoryNumber: 1, vehicleNumber: '2119', text: 'mvh Mina Abdulle' }
  await done('amina', 'POST', '/api/fordonskontroll/addfault', body)

  // A photo of each report, and one that was not sent.
  for (const [pictures, owner, reports] of [
    ['fault_pictures', 'fault_id', 'faults'],
    ['incident_pictures', 'incident_id', 'incidents'],
  ] as const)
    await sql`
      insert into ${sql.table(pictures)} (name, employee_id, ${sql.ref(owner)}, short_name, stored, created_at)
      select md5(concat(r.id)), e.id, r.id, 'Amina Warsame.jpg', true, now()
      from employees e cross join (select id, reporter_id from ${sql.table(reports)} union all select null, null) r
      where e.user_name = 'amina' and (r.id is null or r.reporter_id = e.id)`.execute(portal.db)

  const named = await namedIn()
  expect(named).toEqual(expect.arrayContaining(['case_events', 'faults', 'incidents', 'news_comments', 'suggestions']))
  expect(named).toEqual(expect.arrayContaining(['fault_pictures', 'incident_pictures']))
  const { rows } = await sql<{ id: string }>`select id from employees where user_name = 'amina'`.execute(portal.db)
  await portal.db.transaction().execute((tx) => eraseEmployee(tx, rows[0]!.id, portal.clock.now))

  expect(await namedIn()).toEqual([])
  const { rows: ghosts } = await sql`
    select 1 from cases c where kind = 'tidrapporter' and not exists (select 1 from time_reports r where r.id = c.id)`.execute(
    portal.db,
  )
  expect(ghosts).toEqual([])
})

test('a case given to an erased employee was given to somebody who has left, and not nobody', async () => {
  const { rows } = await sql<{ id: string }>`select id from employees where user_name = 'roger'`.execute(portal.db)
  const body = { faultCategoryNumber: 1, vehicleNumber: '2115', text: 'Taket' }
  await done('anna', 'POST', '/api/fordonskontroll/addfault', body)
  const { number } = (await done('anna', 'GET', '/api/fordonskontroll/mina')).items[0]
  const at = '/api/kontor/arenden/fel'
  await done('monica', 'POST', `${at}/tilldela`, { number, version: 0, owner: rows[0]!.id })
  const assigned = async () => (await done('monica', 'GET', `${at}/arende?nummer=${number}`)).events.at(-1).to
  expect(await assigned()).toBe('Roger Granström')
  await portal.db.transaction().execute((tx) => eraseEmployee(tx, rows[0]!.id, portal.clock.now))
  expect(await assigned()).toBe('någon som har slutat')
})

test('an answer to several whose cases are merged loses the name in all of them', async () => {
  const numbers: string[] = []
  for (const userName of ['anna', 'nermin']) {
    const body = { faultCategoryNumber: 1, vehicleNumber: '2118', text: 'Dörren' }
    await done(userName, 'POST', '/api/fordonskontroll/addfault', body)
    numbers.push((await done(userName, 'GET', '/api/fordonskontroll/mina')).items[0].number)
  }
  const [into, number] = numbers
  await done('monica', 'POST', '/api/kontor/arenden/fel/slaihop', { number, version: 0, into })
  const said = { number: into, version: 1, state: 'Bedömd', text: 'Tack Anna och Nermin.', asks: false }
  await done('monica', 'POST', '/api/kontor/arenden/fel/svara', said)
  const { rows } = await sql<{ id: string }>`select id from employees where user_name = 'nermin'`.execute(portal.db)
  await portal.db.transaction().execute((tx) => eraseEmployee(tx, rows[0]!.id, portal.clock.now))
  const { items } = await done('anna', 'GET', '/api/fordonskontroll/mina')
  expect(items[0].steps.at(-1)).toMatchObject({ reason: 'Tack Anna och [dolt namn].' })
  const { rows: left } = await sql`select 1 from case_events where body::text like '%Nermin%'`.execute(portal.db)
  expect(left).toEqual([])
})

test('what was hidden in an answer to several loses the name in each of their cases', async () => {
  const numbers: string[] = []
  for (const userName of ['anna', 'omar']) {
    const body = { faultCategoryNumber: 1, vehicleNumber: '2116', text: 'Dörren' }
    await done(userName, 'POST', '/api/fordonskontroll/addfault', body)
    numbers.push((await done(userName, 'GET', '/api/fordonskontroll/mina')).items[0].number)
  }
  const [into, number] = numbers
  const at = '/api/kontor/arenden/fel'
  await done('monica', 'POST', `${at}/slaihop`, { number, version: 0, into })
  const text = 'Vi har talat med Omar.'
  await done('monica', 'POST', `${at}/svara`, { number: into, version: 1, state: 'Bedömd', text, asks: false })
  const { version, events } = await done('monica', 'GET', `${at}/arende?nummer=${into}`)
  const part = `event:${events.at(-1).seq}`
  await done('monica', 'POST', `${at}/dolj`, { number: into, version, part, from: 17, words: 'Omar', why: 'Namn' })
  const kept = async () =>
    (await sql`select from case_originals where text like 'Vi har talat med Omar%'`.execute(portal.db)).rows.length
  expect(await kept()).toBe(2)
  const { rows } = await sql<{ id: string }>`select id from employees where user_name = 'omar'`.execute(portal.db)
  await portal.db.transaction().execute((tx) => eraseEmployee(tx, rows[0]!.id, portal.clock.now))
  expect(await kept()).toBe(0)
})

test('below what an erased employee has answered is no name, and a longer one stays', async () => {
  const { eget } = await done('anna', 'POST', '/api/forslag/', {
    Rubrik: 'Bänkar',
    Bolag: 'norr',
    Beskrivning: 'Fler.',
  })
  const [who] = (
    await sql<{ id: string; name: string }>`
      select id, first_name || ' ' || last_name as name from employees where user_name = 'monica'`.execute(portal.db)
  ).rows
  await done('monica', 'POST', '/api/kontor/arenden/forslag/svara', {
    number: eget.nummer,
    version: 0,
    state: 'Under utredning',
    text: `Tack!\n/${who!.name}s kollega`,
    asks: false,
  })
  await sql`update employees set last_name = 'Sten' where id = ${who!.id}`.execute(portal.db)
  await portal.db.transaction().execute((tx) => eraseEmployee(tx, who!.id, portal.clock.now))
  const [{ kommentarer }] = (await done('anna', 'GET', '/api/forslag/')).filter(
    ({ rubrik }: { rubrik: string }) => rubrik === 'Bänkar',
  )
  expect(kommentarer).toBe(`Tack!\n/${who!.name}s kollega\n/Tidigare anställd`)
})

test('a signature of which a part was hidden is without the rest of the name, also when it is shown again', async () => {
  for (const userName of ['samir', 'henrik']) await giveEveryRole(portal.db, userName)
  const { eget } = await done('anna', 'POST', '/api/forslag/', { Rubrik: 'Tak', Bolag: 'norr', Beskrivning: 'Fler.' })
  const number = eget.nummer
  const comments = async () =>
    (await done('anna', 'GET', '/api/forslag/')).find(({ rubrik }: { rubrik: string }) => rubrik === 'Tak').kommentarer
  const at = '/api/kontor/arenden/forslag'
  const text = 'Tack!'
  await done('samir', 'POST', `${at}/svara`, { number, version: 0, state: 'Under utredning', text, asks: false })
  const part = 'detail:comments'
  const hidden = { number, version: 1, part, from: `${text}\n/`.length, words: 'Samir', why: 'Namn' }
  await done('henrik', 'POST', `${at}/dolj`, hidden)
  expect(await comments()).toBe('Tack!\n/████ Haddad')
  expect(await namedIn('haddad')).toEqual(expect.arrayContaining(['case_originals', 'suggestions']))
  const { rows } = await sql<{ id: string }>`select id from employees where user_name = 'samir'`.execute(portal.db)
  await portal.db.transaction().execute((tx) => eraseEmployee(tx, rows[0]!.id, portal.clock.now))
  expect(await namedIn('haddad')).toEqual([])
  expect(await comments()).toBe('Tack!\n/████')
  await done('henrik', 'POST', `${at}/visaigen`, { number, version: 2, part, why: 'Fel ord' })
  expect(await comments()).toBe('Tack!\n/Tidigare anställd')
})

test('what somebody who is erased had asked for, and deputised for, stays in what is known about others', async () => {
  const { rows } = await sql<{ id: string; userName: string }>`
    select id, user_name as "userName" from employees where user_name in ('eva', 'cecilia', 'klara') and company = 'norr'`.execute(
    portal.db,
  )
  const idOf = (userName: string) => rows.find((row) => row.userName === userName)?.id ?? ''
  for (const [subject, decision] of [
    ['waits', null],
    ['decided', 'approved'],
  ] as const)
    await sql`
      insert into approvals (company, command, payload, about_id, subject, state_hash, asked_by, asked_at, decision, decided_at)
      values ('norr', 'role.give', '{}', ${idOf('klara')}, ${subject}, '', ${idOf('eva')}, now(), ${decision},
        case when ${decision}::text is not null then now() end)`.execute(portal.db)
  await sql`
    with held as (
      insert into role_assignments (company, employee_id, role, valid_from, source, given_at)
      values ('norr', ${idOf('eva')}, 'granskare', '2026-01-01', 'hand', now()) returning id
    )
    insert into role_assignments (company, employee_id, role, valid_from, valid_to, source, given_at, deputy_of)
    select 'norr', ${idOf('klara')}, 'granskare', '2026-11-01', '2026-12-31', 'deputy', now(), id from held`.execute(
    portal.db,
  )
  const rights = async () => {
    portal.clock.now = new Date(portal.clock.now.getTime() + 31_000)
    const { body } = await portal.send('klara', 'GET', '/api/user/profile')
    return JSON.stringify(body.result)
  }
  expect(await rights()).toContain('audit.read')
  await portal.db.transaction().execute((tx) => eraseEmployee(tx, idOf('eva'), portal.clock.now))
  const { rows: asked } = await sql`
    select subject, decision, asked_by from approvals where subject in ('waits', 'decided') order by subject`.execute(
    portal.db,
  )
  expect(asked).toEqual([
    { subject: 'decided', decision: 'approved', asked_by: null },
    { subject: 'waits', decision: 'outdated', asked_by: null },
  ])
  const { rows: deputies } = await sql`
    select source from role_assignments where employee_id = ${idOf('klara')} and role = 'granskare'`.execute(portal.db)
  expect(deputies).toEqual([{ source: 'deputy' }])
  // The deputy's role gives no rights any more.
  expect(await rights()).not.toContain('audit.read')
})

test('a colleague with a part of the name stays whole, also in another company', async () => {
  for (const [userName, first, last] of [
    ['gunilla', 'Anna', 'Berg'],
    ['klara', 'Erik', 'Lindgren'],
    ['hans', 'Anna-Karin', 'Lund Ek'],
    ['jonas', 'Bo', 'Lindgren Ask'],
    // A former name, by which somebody may have written of her.
    ['ida', 'Anna', 'Ask'],
    ['ida', 'Ida', 'Ask'],
  ])
    await sql`update employees set first_name = ${first}, last_name = ${last} where user_name = ${userName}`.execute(
      portal.db,
    )
  const others = 'Anna-Karin Lund Ek, Bo Lindgren Ask och Anna Ask hjälpte till.'
  const said = `Anna Berg skadades, Erik Lindgren (31104) såg det. ${others} mvh Anna Lindgren`
  const body = { faultCategoryNumber: 1, vehicleNumber: '2114', text: said }
  await done('anna', 'POST', '/api/fordonskontroll/addfault', body)
  await done('anna', 'POST', '/api/forslag/', { Rubrik: 'Halka', Bolag: 'vast', Beskrivning: said })
  const { rows: who } = await sql<{ id: string }>`select id from employees where user_name = 'anna'`.execute(portal.db)
  await portal.db.transaction().execute((tx) => eraseEmployee(tx, who[0]!.id, portal.clock.now))
  const { rows } = await sql<{ text: string }>`
    select text from faults where text like '%skadades%' union all
    select description from suggestions where title = 'Halka'`.execute(portal.db)
  const left = `Anna Berg skadades, Erik Lindgren ([dolt nummer]) såg det. ${others} mvh [dolt namn]`
  expect(rows.map((row) => row.text)).toEqual([left, left])
})

/** The tables in which one of the names still occurs. The keys of the demo's rows are left out. */
async function namedIn(names = 'amina|warsame|mina|abdulle|31113'): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(portal.db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`
      select 1 from ${sql.table(name)} t where t::text ~* ${`(?<!demo-)\\m(${names})\\M`} limit 1`.execute(portal.db)
    if (rows.length > 0) found.push(name)
  }
  return found
}
