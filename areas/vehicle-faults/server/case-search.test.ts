// The search over all queues, tested with the workshop's queue. Who may see which case is tested in each queue.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseList } from '#core/cases/contract.ts'
import type { FoundCases } from '#core/cases/search.ts'
import { storeMissingWords } from '#core/cases/server/case-words.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { onlyRoles } from '../../../app/server/test-roles.ts'
import { faultQueue } from './queue.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  await onlyRoles(portal.db, [
    ['roger', 'verkstad'],
    ['henrik', 'verkstad', { area: 'Kiruna' }],
    ['monica', 'omradeschef'],
    ['eva', 'hr'],
    ['farid', 'verkstad'],
    ['marta', 'lon'],
  ])
})
afterAll(() => portal.close())

const search = (userName: string, q: string) =>
  portal.send(userName, 'GET', `/api/kontor/sok?q=${encodeURIComponent(q)}`)
const found = async (userName: string, q: string): Promise<FoundCases['rows']> =>
  (await search(userName, q)).body.result.rows
const numbers = async (userName: string, q: string) => (await found(userName, q)).map(({ number }) => number)

async function reported(text: string, vehicleNumber = '2116'): Promise<string> {
  const body = { faultCategoryNumber: 1, vehicleNumber, text }
  expect((await portal.send('anna', 'POST', '/api/fordonskontroll/addfault', { body })).body.result).toBe(true)
  const { rows } = await sql<{ number: string }>`
    select number from cases where kind = 'fel' order by id desc limit 1`.execute(portal.db)
  return rows[0]!.number
}
const threat = {
  Datum: '2026-11-20',
  Plats: 'Vasaplan',
  Fordon: 'Buss 2116',
  HandelseBeskrivning: 'En man med en blommig paraply hotade mig.',
  ExternaPersonskadorInfo: '',
  AttachmentUploadBlobNames: [],
}

test('a case is found by its number, its vehicle and the words of its text, in every queue', async () => {
  const number = await reported('Torkarna gnisslar förskräckligt')
  const suggestion = {
    Rubrik: 'Tystare torkare',
    Bolag: 'norr',
    Beskrivning: 'De nya torkarbladen gnisslar. Byt tillbaka.',
  }
  expect((await portal.send('anna', 'POST', '/api/forslag', { body: suggestion })).status).toBe(200)
  const [first] = await found('roger', number)
  expect(first).toMatchObject({ kind: 'fel', number, title: 'Dörrar', state: { name: 'Mottagen' } })
  for (const typed of [number.toLowerCase(), number.slice(2), `f ${number.slice(2)}`])
    expect((await numbers('roger', typed))[0]).toBe(number)
  expect(await numbers('roger', 'gnisslar förskräckl')).toEqual([number])
  expect((await found('roger', 'gnisslar')).map(({ kind }) => kind).toSorted()).toEqual(['fel', 'forslag'])
  const ofBus = await found('roger', 'Buss 2116')
  expect(ofBus.map((row) => row.number)).toContain(number)
  expect(ofBus.every(({ facts }) => facts.join(' ').includes('2116'))).toBe(true)
  expect(await numbers('roger', '100% _')).toEqual([])
  // The search in the queue's list finds the same case.
  const { rows } = (
    await portal.send('roger', 'GET', `/api/kontor/arenden/fel/lista?sok=${encodeURIComponent('förskräckligt')}`)
  ).body.result as CaseList
  expect(rows.map((row) => row.number)).toEqual([number])
})

test('what somebody does not see is not found: another area, another company, a queue without the role', async () => {
  const number = await reported('Kupévärmaren luktar bränt')
  expect(await numbers('roger', 'kupévärmaren')).toEqual([number])
  for (const userName of ['henrik', 'farid', 'marta']) {
    expect(await numbers(userName, 'kupévärmaren')).toEqual([])
    expect((await found(userName, number)).filter(({ facts }) => facts.join(' ').includes('bränt'))).toEqual([])
  }
  expect((await search('anna', 'kupévärmaren')).status).toBe(403)
  expect((await search('roger', 'k')).body.modelState).toEqual({ q: ['Skriv minst två tecken'] })
})

test('a threat is found by its number alone, by whom it names and HR: not by its words or its place', async () => {
  const { body } = await portal.send('anna', 'POST', '/api/incident/addhotochvald', { body: threat })
  const number: string = body.result.nummer
  expect(await numbers('eva', number)).toContain(number)
  expect(await numbers('monica', number)).not.toContain(number)
  for (const typed of ['blommig', 'paraply', 'Vasaplan', 'hot och våld'])
    expect(await numbers('eva', typed)).not.toContain(number)
  const { rows } = await sql`
    select from case_words w join cases c on c.company = w.company and c.kind = w.kind and c.id = w.case_id
    where c.number = ${number} and c.kind = 'avvikelser'`.execute(portal.db)
  expect(rows).toEqual([])
})

test('cases from before the search are found once the hourly job has been, and forgotten with the case', async () => {
  const number = await reported('Spegeln vibrerar besynnerligt')
  await sql`delete from case_words where kind = 'fel'`.execute(portal.db)
  await sql`update cases set worded = false where kind = 'fel'`.execute(portal.db)
  expect(await numbers('roger', 'besynnerligt')).toEqual([])
  await storeMissingWords({ db: portal.db }, faultQueue)
  expect(await numbers('roger', 'besynnerligt')).toEqual([number])
  await sql`delete from cases where number = ${number} and kind = 'fel'`.execute(portal.db)
  const { rows } = await sql`
    select from case_words where words @@ to_tsquery('simple', 'besynnerligt')`.execute(portal.db)
  expect(rows).toEqual([])
})

test('a word that many have: a list and its file have all of them, and a search those that its employee sees', async () => {
  const [all, own] = [600, 20]
  await sql`
    insert into cases (company, kind, id, number, area, category, about, received_at, state, worded)
    select 'norr', 'fel', 900000 + n, 'F-' || 900000 + n, case when n <= ${own}::int then 'Kiruna' else 'Umeå' end, 'Dörrar', '2116',
      ${portal.clock.now}, 'Mottagen', true
    from generate_series(1, ${all}::int) n`.execute(portal.db)
  await sql`
    insert into case_words (company, kind, case_id, words)
    select 'norr', 'fel', 900000 + n, search_words('knäpper') from generate_series(1, ${all}::int) n`.execute(portal.db)
  const at = (path: string) => `/api/kontor/arenden/fel/${path}sok=${encodeURIComponent('knäpper')}`
  const listed = async (userName: string, page = 0) =>
    ((await portal.send(userName, 'GET', at(`lista?sida=${page}&`))).body.result as CaseList).rows.length
  expect([await listed('henrik'), (await numbers('henrik', 'knäpper')).length]).toEqual([own, own])
  expect([await listed('roger', 11), await listed('roger', 12)]).toEqual([50, 0])
  const { text } = (await portal.send('roger', 'GET', at('tabell?'))).body.result
  expect(text.trimEnd().split('\r\n')).toHaveLength(all + 1)
})

test('one that was merged is found by its number alone, in each way to say it', async () => {
  const [first, second] = [await reported('Dörren klämmer', '2117'), await reported('Mittdörren klämmer', '2117')]
  const merge = { number: second, version: 0, into: first }
  const path = '/api/kontor/arenden/fel/slaihop'
  expect((await portal.send('roger', 'POST', path, { body: merge })).status).toBe(200)
  expect(await numbers('roger', 'mittdörren')).toEqual([])
  for (const typed of [second, second.slice(2), `f ${second.slice(2)}`, `f${second.slice(2)}`])
    expect([typed, (await numbers('roger', typed))[0]]).toEqual([typed, second])
  // Half of its number is none of it.
  expect(await numbers('roger', second.slice(0, -1))).not.toContain(second)
})

test('a number alone finds its case before those that are about a bus with that number', async () => {
  const number = await reported('Takluckan läcker')
  const ofBus = await reported('Golvet är blött')
  await sql`update cases set about = ${number.slice(2)} where kind = 'fel' and number = ${ofBus}`.execute(portal.db)
  expect((await numbers('roger', number.slice(2))).slice(0, 2)).toEqual([number, ofBus])
})
