// Readers report comments, the office decides about them, and their authors read the decisions.
import { sql, type RawBuilder } from 'kysely'
import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordedErasures } from '#platform/server/erasures.ts'
import { readPortalConfig } from '../../../app/server/config.ts'
import { eraseEmployee } from '../../../app/server/erasures/erase-employee.ts'
import { eraseAgain } from '../../../app/server/erasures/erased.ts'
import { officeCalls } from '../../../app/server/test-cases.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { onlyRoles } from '../../../app/server/test-roles.ts'
import { testPayslipKey } from '../../../app/server/test-template.ts'
import type { NewsComment } from '../contract.ts'

let portal: TestPortal
let item: number
let groupItem: number
beforeAll(async () => {
  portal = await testPortal()
  await onlyRoles(portal.db, [
    ['klara', 'kommunikator'],
    ['monica', 'omradeschef'],
    ['karl-erik', 'kommunikator', { area: 'Skellefteå' }],
    ['hans', 'kommunikator'],
  ])
  const first = async (list: string) =>
    (await portal.send('anna', 'GET', `/api/nyheter/${list}?page=0`)).body.result.items[0].id
  item = await first('getregion')
  groupItem = await first('getkoncern')
})
afterAll(() => portal.close())

const { get, post, one, list: listed, answer } = officeCalls(() => portal, 'kommentarer')
const list = async (userName: string, query = '') => (await listed(userName, query)).rows
const decide = (userName: string, number: string, version: number, state: string, text = '') =>
  answer(userName, number, version, { state, text })
const seen = async (userName: string, id: number, on = item): Promise<NewsComment | undefined> =>
  (await portal.send(userName, 'GET', `/api/nyheter/getcomments?newsId=${on}`)).body.result.find(
    (comment: NewsComment) => comment.id === id,
  )
const report = (userName: string, kommentarId: number, anledning = 'Hör inte hit') =>
  portal.send(userName, 'POST', '/api/nyheter/anmalkommentar', { body: { kommentarId, anledning } })
let written = 0
async function commented(userName: string, newsItemId = item): Promise<{ id: number; bodyText: string }> {
  const bodyText = `Kommentar nummer ${++written}`
  const { body } = await portal.send(userName, 'POST', '/api/nyheter/addcomment', { body: { bodyText, newsItemId } })
  return body.result
}
const caseOf = async (userName: string, bodyText: string) =>
  (await list(userName)).filter(({ facts }) => facts.includes(bodyText))

test('a comment that several report is one case, and the office does not see who they are', async () => {
  const { id, bodyText } = await commented('anna')
  for (const userName of ['amina', 'cecilia', 'amina']) expect((await report(userName, id)).status).toBe(200)
  expect((await report('omar', id, 'Kränkande eller hotfull')).status).toBe(200)
  const [row, ...more] = await caseOf('klara', bodyText)
  expect([row?.title, more]).toEqual(['Hör inte hit · Kränkande eller hotfull', []])
  const found = await one('klara', row?.number ?? '')
  expect(found).toMatchObject({
    text: bodyText,
    reporter: 'Anna Lindgren',
    clock: { what: 'Första svar', minutes: 240 },
  })
  expect(found.details).toContainEqual({ label: 'Hör inte hit', value: 'Anmäld av 2 personer' })
  expect(JSON.stringify(found)).not.toMatch(/Amina|Cecilia|Omar/)
})

test('the reason stays, and is counted, when the employee who gave it is erased', async () => {
  const { id, bodyText } = await commented('anna')
  for (const userName of ['anders', 'lars-goran']) expect((await report(userName, id)).status).toBe(200)
  const [before] = await caseOf('klara', bodyText)
  const { number = '' } = before ?? {}
  const { details } = await one('klara', number)
  expect(details).toContainEqual({ label: 'Hör inte hit', value: 'Anmäld av 2 personer' })
  await portal.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from employees where user_name in ('anders', 'lars-goran')`.execute(tx)
    for (const employee of rows) await eraseEmployee(tx, employee.id, portal.clock.now)
  })
  expect(await caseOf('klara', bodyText)).toEqual([before])
  expect((await one('klara', number)).details).toEqual(details)
  // Before 2026-11-29 a reason went with its employee.
  await sql`
    delete from comment_reports p using reported_comments r
    where r.comment_id = ${id} and p.company = r.company and p.reported_id = r.id`.execute(portal.db)
  expect((await one('klara', number)).title).toBe('Anmäld kommentar')
})

test('a hidden comment is seen by its author alone, with the reason and as unread, until it is kept', async () => {
  const { id, bodyText } = await commented('anna')
  await report('amina', id)
  const [{ number } = { number: '' }] = await caseOf('klara', bodyText)
  expect((await decide('klara', number, 0, 'Dold')).body.modelState).toHaveProperty('text')
  expect((await decide('klara', number, 0, 'Dold', 'Den pekar ut en kollega.')).status).toBe(200)
  expect(await seen('amina', id)).toBeUndefined()
  const own = await seen('anna', id)
  expect(own?.moderering).toEqual({ beslut: 'Dold', orsak: 'Den pekar ut en kollega.' })
  const { result: news } = (await portal.send('anna', 'GET', '/api/arenden/svar')).body
  expect(news[0]).toMatchObject({
    text: `Din kommentar ${number}: Dold`,
    page: `nyheter/region/${item}`,
    key: own?.svar,
  })
  expect((await report('amina', id)).status).toBe(404)
  await decide('klara', number, 1, 'Behållen')
  expect((await seen('amina', id))?.bodyText).toBe(bodyText)
  // A comment that is reported again after a decision is a new case.
  await report('cecilia', id)
  expect((await caseOf('klara', bodyText)).map((row) => row.number)).not.toContain(number)
})

test('what the office writes about a comment is read by its author alone: without a decision, when it is kept, and after another report', async () => {
  const { id, bodyText } = await commented('anna')
  await report('amina', id)
  const [{ number } = { number: '' }] = await caseOf('klara', bodyText)
  const note = { number, text: 'Ring Anna.' }
  expect((await post('klara', 'anteckna', note)).status).toBe(200)
  await decide('klara', number, 1, 'Dold', 'Ta bort namnet.')
  await answer('klara', number, 2, { text: 'Tack för att du ändrade.' })
  await decide('klara', number, 3, 'Behållen', 'Den får vara kvar.')
  await report('cecilia', id)
  const at = expect.stringMatching(/^2026-/)
  const texts = ['Ta bort namnet.', 'Tack för att du ändrade.', 'Den får vara kvar.']
  expect((await seen('anna', id))?.meddelanden).toEqual(texts.map((text) => ({ at, text })))
  expect((await seen('amina', id))?.meddelanden).toBeUndefined()
  const feed = async (userName: string) => (await portal.send(userName, 'GET', '/api/arenden/svar')).body.result
  expect(await feed('anna')).toContainEqual(
    expect.objectContaining({ text: `Din kommentar ${number}: Behållen`, said: 'Den får vara kvar.' }),
  )
  expect(JSON.stringify(await feed('amina'))).not.toContain('Den får vara kvar.')
})

test('one that is reported again has the case before it as another one about the comment', async () => {
  const { id, bodyText } = await commented('anna')
  await report('amina', id)
  const [{ number } = { number: '' }] = await caseOf('klara', bodyText)
  await decide('klara', number, 0, 'Behållen')
  await report('cecilia', id)
  const [again] = await caseOf('klara', bodyText)
  const { about, related } = await one('klara', again?.number ?? '')
  expect([about, related.map((row) => row.number)]).toEqual(['Kommentaren', [number]])
})

test('an answer about one that is reported again can still be marked as seen, beside the newer answer', async () => {
  const { id, bodyText } = await commented('anna')
  const keys: string[] = []
  const news = async () =>
    (await portal.send('anna', 'GET', '/api/arenden/svar')).body.result as { key: string; text: string }[]
  for (const reporter of ['amina', 'cecilia']) {
    await report(reporter, id)
    const [{ number } = { number: '' }] = await caseOf('klara', bodyText)
    if (keys.length > 0) {
      const { svar, tidigareSvar } = (await seen('anna', id))!
      expect([svar, tidigareSvar]).toEqual([undefined, keys])
    }
    await decide('klara', number, 0, 'Behållen')
    keys.push((await news()).find(({ text }) => text.includes(number))?.key ?? 'none')
  }
  const { svar, tidigareSvar } = (await seen('anna', id))!
  expect([...(tidigareSvar ?? []), svar]).toEqual(keys)
  expect((await seen('amina', id))?.tidigareSvar).toBeUndefined()
})

test('its copy on paper says that the text is as it is now', async () => {
  const { id, bodyText } = await commented('anna')
  await report('amina', id)
  const [{ number } = { number: '' }] = await caseOf('klara', bodyText)
  const { data } = (await get('klara', `pdf?nummer=${number}`)).body.result
  const document = await getDocumentProxy(new Uint8Array(Buffer.from(data, 'base64')), { verbosity: 0 })
  const { items } = await (await document.getPage(1)).getTextContent()
  const text = items.map((each) => ('str' in each ? each.str : '')).join('')
  expect(text).toContain('Kommentaren som den är nu')
  expect(text).not.toContain('Som det anmäldes')
})

test('a removed one stays gone when its author changes it, and its text goes with its author’s removal', async () => {
  const { id, bodyText } = await commented('anna')
  await report('amina', id)
  const [{ number } = { number: '' }] = await caseOf('klara', bodyText)
  await decide('klara', number, 0, 'Borttagen', 'Den är kränkande.')
  const changed = { id, bodyText: 'Bättre', newsItemId: item }
  expect((await portal.send('anna', 'POST', '/api/nyheter/savecomment', { body: changed })).status).toBe(200)
  expect(await seen('amina', id)).toBeUndefined()
  await portal.send('anna', 'DELETE', `/api/nyheter/deletecomment?commentId=${id}`)
  expect(await one('klara', number)).toMatchObject({ text: null, title: 'Kommentaren finns inte längre' })
})

test('a reported one that its author removes needs no decision: its case ends, also if it was hidden', async () => {
  for (const hidden of [false, true]) {
    const { id, bodyText } = await commented('anna')
    await report('amina', id)
    const [{ number } = { number: '' }] = await caseOf('klara', bodyText)
    if (hidden) await decide('klara', number, 0, 'Dold', 'Ändra den.')
    const { received } = await one('klara', number)
    await portal.send('anna', 'DELETE', `/api/nyheter/deletecomment?commentId=${id}`)
    const found = await one('klara', number)
    expect(found).toMatchObject({ ended: true, received, clock: null, next: [], text: null })
    expect([found.state.name, found.events.at(-1)]).toMatchObject([
      'Borttagen av skribenten',
      { type: 'state', by: 'Anna Lindgren', to: 'Borttagen av skribenten' },
    ])
    expect((await list('klara')).map((row) => row.number)).not.toContain(number)
  }
})

test('a reported one that its author had removed is removed again after a restore, and its case ends again', async () => {
  const { id, bodyText } = await commented('anna')
  const other = await commented('anna')
  for (const each of [id, other.id]) await report('amina', each)
  const [{ number } = { number: '' }] = await caseOf('klara', bodyText)
  const rowOf = async (table: string, which: RawBuilder<unknown>) =>
    (
      await sql<{ row: { id: number } }>`select to_json(t) as row from ${sql.table(table)} t where ${which}`.execute(
        portal.db,
      )
    ).rows[0]!.row
  // What a backup has of it.
  const backup = {
    news_comments: await rowOf('news_comments', sql`t.id = ${id}`),
    cases: await rowOf('cases', sql`t.kind = 'kommentarer' and t.number = ${number}`),
  }
  const reportedId = backup.cases.id
  await portal.send('anna', 'DELETE', `/api/nyheter/deletecomment?commentId=${id}`)
  const erased = (await recordedErasures(portal.db)).map((erasure) => ({ ...erasure, keptIn: null }))

  await sql`delete from erasures`.execute(portal.db)
  await sql`delete from cases where kind = 'kommentarer' and id = ${reportedId}`.execute(portal.db)
  for (const [table, row] of Object.entries(backup))
    await sql`
      insert into ${sql.table(table)} overriding system value
      select * from json_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::json)`.execute(portal.db)
  await sql`update reported_comments set comment_id = ${id}, decided = false where id = ${reportedId}`.execute(
    portal.db,
  )
  expect(await one('klara', number)).toMatchObject({ ended: false, text: bodyText })

  const config = readPortalConfig({ NODE_ENV: 'test', PAYSLIP_KEY: testPayslipKey })
  await eraseAgain({ db: portal.db, clock: () => portal.clock.now, config }, erased)
  expect(await seen('amina', id)).toBeUndefined()
  const found = await one('klara', number)
  expect(found).toMatchObject({ ended: true, clock: null, next: [], text: null })
  expect([found.state.name, found.events.at(-1)]).toMatchObject([
    'Borttagen av skribenten',
    { type: 'state', by: 'Anna Lindgren', to: 'Borttagen av skribenten' },
  ])
  const { rows } = await sql<{ decided: boolean }>`
    select decided from reported_comments where id = ${reportedId}`.execute(portal.db)
  expect(rows).toEqual([{ decided: true }])
  expect((await caseOf('klara', other.bodyText)).length).toBe(1)
})

test('changed while it is reported, it is read again before it is kept, also among many', async () => {
  const { id, bodyText } = await commented('anna')
  await report('amina', id)
  const [{ number } = { number: '' }] = await caseOf('klara', bodyText)
  const { version } = await one('klara', number)
  const save = (text: string) =>
    portal.send('anna', 'POST', '/api/nyheter/savecomment', { body: { id, bodyText: text, newsItemId: item } })
  await save(`${bodyText} `)
  expect((await one('klara', number)).version).toBe(version)
  await save(`${bodyText}, din nolla`)
  const late = await decide('klara', number, version, 'Behållen')
  expect([late.status, late.body.errorMessage]).toEqual([
    409,
    expect.stringContaining('Anna Lindgren ändrade kommentaren'),
  ])
  const change = { type: 'state', state: 'Behållen', text: '' }
  const many = await post('klara', 'flera', { numbers: [number], change })
  expect(many.body.result).toEqual([{ number, why: 'Kommentaren har ändrats sedan den anmäldes. Läs den för sig.' }])
  const found = await one('klara', number)
  expect([found.text, found.events.at(-1)?.type]).toEqual([`${bodyText}, din nolla`, 'changed'])
  expect((await decide('klara', number, found.version, 'Behållen')).status).toBe(200)
})

test('hidden until it is changed, it comes back to the office when it is, and is shown again', async () => {
  const { id, bodyText } = await commented('anna')
  await report('amina', id)
  const [{ number } = { number: '' }] = await caseOf('klara', bodyText)
  await decide('klara', number, 0, 'Dold', 'Ändra den så visar vi den igen.')
  const answered = async () => (await list('klara', '?vy=svarat')).map((row) => row.number)
  expect(await answered()).not.toContain(number)
  const changed = { id, bodyText: 'Tack för gott samarbete!', newsItemId: item }
  await portal.send('anna', 'POST', '/api/nyheter/savecomment', { body: changed })
  expect(await answered()).toContain(number)
  expect(await one('klara', number)).toMatchObject({ version: 2, replied: true, text: changed.bodyText })
  expect(await seen('amina', id)).toBeUndefined()
  await decide('klara', number, 2, 'Behållen')
  expect((await seen('amina', id))?.bodyText).toBe(changed.bodyText)
})

test('nobody decides about an own comment', async () => {
  const { id, bodyText } = await commented('klara')
  await report('amina', id)
  const [{ number } = { number: '' }] = await caseOf('klara', bodyText)
  expect((await one('klara', number)).actions).toEqual([])
  const refused = await decide('klara', number, 0, 'Behållen')
  expect([refused.status, refused.body.errorMessage]).toEqual([403, 'Om din egen kommentar beslutar en kollega.'])
})

test('one’s own, an unseen and an absent comment cannot be reported', async () => {
  const { id } = await commented('anna')
  expect((await report('anna', id)).body.modelState).toHaveProperty('kommentarId')
  expect((await report('gunilla', id)).status).toBe(404)
  expect((await report('anna', 123_456_789)).status).toBe(404)
  expect((await report('amina', id, 'Tråkig')).body.modelState).toEqual({ anledning: ['Välj en anledning.'] })
})

test('below the group’s news a comment belongs to the office of its author', async () => {
  const { id, bodyText } = await commented('anna', groupItem)
  expect((await report('gunilla', id)).status).toBe(200)
  expect((await caseOf('klara', bodyText)).length).toBe(1)
  expect(await caseOf('hans', bodyText)).toEqual([])
})

test('two on one: the later one is told; another area’s and another company’s are as absent; who only sees may not decide', async () => {
  const { id, bodyText } = await commented('anna')
  await report('amina', id)
  const [{ number } = { number: '' }] = await caseOf('klara', bodyText)
  const absent = await get('klara', 'arende?nummer=K-1')
  for (const userName of ['karl-erik', 'hans']) {
    const { status, body } = await get(userName, `arende?nummer=${number}`)
    expect([userName, status, { ...body, timestamp: '' }]).toEqual([userName, 404, { ...absent.body, timestamp: '' }])
    expect((await decide(userName, number, 0, 'Behållen')).status).toBe(404)
  }
  expect((await one('monica', number)).actions).toEqual([])
  expect((await one('klara', number)).actions).not.toContain('merge')
  expect((await decide('monica', number, 0, 'Behållen')).status).toBe(403)
  expect((await get('anna', 'lista')).status).toBe(403)
  await decide('klara', number, 0, 'Dold', 'Tills vidare.')
  const late = await decide('klara', number, 0, 'Behållen')
  expect([late.status, late.body.errorMessage]).toEqual([409, expect.stringContaining('ändrade status till Dold')])
  // The office cannot ask the author a question, since there is nowhere to answer it.
  const asked = { number, version: 1, state: null, text: 'Vad menade du?', asks: true }
  expect((await post('klara', 'svara', asked)).status).toBe(400)
})

test('one that its author has changed is looked at by itself, also when somebody has been given the case since', async () => {
  const { id, bodyText } = await commented('anna')
  await report('amina', id)
  const [{ number } = { number: '' }] = await caseOf('klara', bodyText)
  const body = { id, bodyText: `${bodyText}, snällt`, newsItemId: item }
  expect((await portal.send('anna', 'POST', '/api/nyheter/savecomment', { body })).status).toBe(200)
  const bulk = async (change: object) => (await post('klara', 'flera', { numbers: [number], change })).body.result
  const remove = { type: 'state', state: 'Borttagen', text: 'Kränkande.' }
  expect(await bulk(remove)).toMatchObject([{ why: expect.stringContaining('har ändrats') }])
  expect(await bulk({ type: 'assign', owner: 'jag' })).toEqual([{ number, why: null }])
  expect(await bulk(remove)).toMatchObject([{ why: expect.stringContaining('har ändrats') }])
})

test('the demo has decided, waiting and overdue comments', async () => {
  for (const userName of ['klara', 'hans'])
    for (const view of ['oppna', 'forsenade', 'avslutade'])
      expect([userName, view, (await list(userName, `?vy=${view}`)).length > 0]).toEqual([userName, view, true])
})
