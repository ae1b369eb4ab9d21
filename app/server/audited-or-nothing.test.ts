// A change by the office and its entry in the audit log are stored together. If the entry cannot be stored, neither is the change.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from './test-portal.ts'
import { giveRole, onlyRoles } from './test-roles.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal({ WRITES_PER_MINUTE: '1000000' })
  await onlyRoles(portal.db, [
    ['roger', 'verkstad'],
    ['monica', 'omradeschef'],
    ['klara', 'kommunikator'],
    ['eva', 'hr'],
    ['jenny', 'it'],
  ])
})
afterAll(() => portal.close())

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape
async function done(userName: string, method: 'GET' | 'POST', path: string, body?: object): Promise<any> {
  const answer = await portal.send(userName, method, path, { body })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.body.result
}

const numberOf = async (userName: string) =>
  (await sql<{ number: string }>`select number from employees where user_name = ${userName}`.execute(portal.db))
    .rows[0]!.number

/** The number of the latest open case of a queue that an employee has sent. */
async function latest(userName: string, kind: string): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select c.number from cases c join employees e on e.id = c.reporter_id
    where c.kind = ${kind} and e.user_name = ${userName} and c.ended_at is null
    order by c.received_at desc, c.id desc limit 1`.execute(portal.db)
  return rows[0]!.number
}

const fault = { faultCategoryNumber: 1, vehicleNumber: '2116', text: 'Lisa såg att dörren fastnar.' }
async function reported(): Promise<string> {
  await done('anna', 'POST', '/api/fordonskontroll/addfault', fault)
  return (await done('anna', 'GET', '/api/fordonskontroll/mina')).items[0].number
}
async function suggested(): Promise<string> {
  const body = { Rubrik: 'Fler bänkar', Bolag: 'norr', Beskrivning: 'På torget.' }
  return (await done('anna', 'POST', '/api/forslag/', body)).eget.nummer
}
async function commentReported(): Promise<string> {
  const { items } = await done('anna', 'GET', '/api/nyheter/getregion?page=0')
  const { id } = await done('anna', 'POST', '/api/nyheter/addcomment', { bodyText: 'Fel!', newsItemId: items[0].id })
  await done('amina', 'POST', '/api/nyheter/anmalkommentar', { kommentarId: id, anledning: 'Hör inte hit' })
  return latest('anna', 'kommentarer')
}
async function submitted(userName: string): Promise<string> {
  const { id } = await done(userName, 'GET', '/api/bpl/tidrapport/getsenaste')
  await done(userName, 'POST', '/api/bpl/tidrapport/accept', { TidrapportId: id, Undo: false })
  const number = await latest(userName, 'tidrapporter')
  // Looking at the report stores which hours the office has seen.
  await done('monica', 'GET', `/api/kontor/arenden/tidrapporter/arende?nummer=${number}`)
  return number
}

interface Act {
  readonly by: string
  readonly path: string
  readonly body: object
}

/** Changes in each part of the office. The objects that they change are made first, so that each change is a single request. */
async function acts(): Promise<Act[]> {
  const inQueue = (by: string, kind: string, path: string, body: object): Act => ({
    by,
    path: `/api/kontor/arenden/${kind}/${path}`,
    body: { version: 0, ...body },
  })
  const answer = { state: null, text: 'Vi tittar på det.', asks: false }
  const change = { type: 'state', state: 'Bedömd', text: 'Vi planerar in det.' }
  const emil = await giveRole(portal.db, 'emil', 'trafikledare')
  const note = { number: await reported(), text: 'Ring verkstaden.' }
  return [
    inQueue('roger', 'fel', 'svara', { number: await reported(), ...answer }),
    inQueue('roger', 'fel', 'svara', { number: await reported(), ...answer, state: 'Bedömd' }),
    inQueue('roger', 'fel', 'tilldela', { number: await reported(), owner: 'jag' }),
    inQueue('roger', 'fel', 'mark', { number: await reported(), on: true, text: 'Dörren.' }),
    inQueue('roger', 'fel', 'slaihop', { number: await reported(), into: await reported() }),
    inQueue('roger', 'fel', 'dolj', { number: await reported(), part: 'text', from: 0, words: 'Lisa', why: 'Namn' }),
    { by: 'roger', path: '/api/kontor/arenden/fel/anteckna', body: note },
    { by: 'roger', path: '/api/kontor/arenden/fel/flera', body: { numbers: [await reported()], change } },
    inQueue('monica', 'forslag', 'svara', { number: await suggested(), ...answer, state: 'Planerat' }),
    inQueue('klara', 'kommentarer', 'svara', { number: await commentReported(), ...answer, state: 'Dold' }),
    inQueue('monica', 'tidrapporter', 'svara', { number: await submitted('anna'), ...answer, state: 'Godkänd' }),
    inQueue('monica', 'tidrapporter', 'svara', { number: await submitted('amina'), ...answer, state: 'Återlämnad' }),
    {
      by: 'jenny',
      path: '/api/kontor/roller',
      body: { anstid: await numberOf('omar'), fran: '2026-11-21', roll: 'trafikledare', omrade: 'Umeå' },
    },
    { by: 'jenny', path: '/api/kontor/roller/avsluta', body: { id: emil } },
    {
      by: 'jenny',
      path: '/api/kontor/anstallda/behorighet',
      body: { anstid: await numberOf('zahra'), typ: 'FkEnabled', har: false },
    },
    { by: 'eva', path: '/api/kontor/anstallda/aktiv', body: { anstid: await numberOf('linnea'), aktiv: false } },
    {
      by: 'klara',
      path: '/api/kontor/svarsmallar',
      body: { kind: 'forslag', state: 'Planerat', text: 'Hej', version: 0 },
    },
  ]
}

/**
 * A checksum of the rows of each table, so that neither a new nor a changed row is missed. Left out is write_counts, which each request
 * updates before it is handled.
 */
async function stored(): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'write_counts' order by 1`.execute(
    portal.db,
  )
  const sums = tables.map(
    ({ name }) => sql`
      select ${sql.lit(name)} as name, count(*) || ' ' || coalesce(sum(hashtext(t::text)), 0) as sum from ${sql.table(name)} t`,
  )
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(sums, sql` union all `)}`.execute(portal.db)
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

test('an act of the office whose line in the log cannot be written is not done, in any part of the office', async () => {
  const all = await acts()
  const send = ({ by, path, body }: Act) => portal.send(by, 'POST', path, { body })
  await sql`
    create function refuse_audit() returns trigger language plpgsql as $$ begin raise exception 'no audit'; end $$`.execute(
    portal.db,
  )
  await sql`create trigger refuse_audit before insert on audit for each row execute function refuse_audit()`.execute(
    portal.db,
  )
  const undone: unknown[] = []
  let before = await stored()
  for (const act of all) {
    const { status } = await send(act)
    const after = await stored()
    undone.push([act.path, status, Object.keys(after).filter((name) => after[name] !== before[name])])
    before = after
  }
  expect(undone).toEqual(all.map(({ path }) => [path, 500, []]))
  await sql`drop trigger refuse_audit on audit`.execute(portal.db)
  // Without the trigger each change is made and logged.
  const lines = async () => (await sql`select from audit`.execute(portal.db)).rows.length
  const followed: unknown[] = []
  for (const act of all) {
    const before = await lines()
    const { status, body } = await send(act)
    followed.push([act.path, status, status === 200 ? (await lines()) > before : body])
  }
  expect(followed).toEqual(all.map(({ path }) => [path, 200, true]))
})
