// What only the queue of suggestions does. What all queues have in common is tested with the workshop's queue.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnAnswer } from '#core/cases/messages.ts'
import { officeCalls } from '../../../app/server/test-cases.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { onlyRoles } from '../../../app/server/test-roles.ts'
import type { Suggestion } from '../contract.ts'
import { suggestionsOf } from './test-suggestions.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  await onlyRoles(portal.db, [
    ['monica', 'omradeschef'],
    ['karl-erik', 'omradeschef', { area: 'Skellefteå' }],
    ['klara', 'kommunikator'],
    ['hans', 'omradeschef'],
  ])
})
afterAll(() => portal.close())

const { get, post, one, list, answer: say } = officeCalls(() => portal, 'forslag')
const { listed, suggested } = suggestionsOf(() => portal)
const news = async (userName: string): Promise<OwnAnswer[]> =>
  (await portal.send(userName, 'GET', '/api/arenden/svar')).body.result

test('a suggestion is answered, planned and carried out, and its author finds each as unread', async () => {
  const { id, number } = await suggested('anna')
  expect(await one('monica', number)).toMatchObject({
    title: 'Fler bänkar',
    text: 'På torget.',
    reporter: 'Anna Lindgren',
    state: { name: 'Nytt' },
    clock: { kind: 'ok', what: 'Första svar' },
  })
  const before = (await news('anna')).length
  await say('monica', number, 0, { state: 'Under utredning', text: 'Vi frågar kommunen.' })
  await say('monica', number, 1, { state: 'Planerat', text: 'Två bänkar i maj.' })
  expect(await listed('cecilia', id)).toMatchObject({
    status: 'Planerat',
    kommentarer: 'Vi frågar kommunen.\n/Monica Stenlund',
    atgarder: 'Två bänkar i maj.\n/Monica Stenlund',
  })
  const told = await news('anna')
  expect([told.length, told[0]]).toMatchObject([
    before + 1,
    { text: `Ditt förslag ${number}: Planerat`, page: `forslag?visa=${id}` },
  ])
  expect((await listed('anna', id))?.eget?.svar).toBe(told[0]?.key)
  await say('monica', number, 2, { state: 'Genomfört', text: 'De står där nu.' })
  expect((await news('anna'))[0]?.key).not.toBe(told[0]?.key)
  expect((await listed('anna', id))?.atgarder).toBe(
    'Två bänkar i maj.\n/Monica Stenlund\n\nDe står där nu.\n/Monica Stenlund',
  )
})

test('one that is declined says why', async () => {
  const { id, number } = await suggested('anna')
  expect((await say('monica', number, 0, { state: 'Avböjt' })).body.modelState).toHaveProperty('text')
  expect((await listed('anna', id))?.status).toBe('Nytt')
  expect((await say('monica', number, 0, { state: 'Avböjt', text: 'Platsen är kommunens.' })).status).toBe(200)
  expect(await listed('anna', id)).toMatchObject({
    status: 'Avböjt',
    kommentarer: 'Platsen är kommunens.\n/Monica Stenlund',
  })
})

test('a question and its answer are between the office and the author, also from another company', async () => {
  const { id, number } = await suggested('gunilla')
  expect((await say('monica', number, 0, { text: 'Vilket torg?', asks: true })).status).toBe(200)
  expect((await listed('gunilla', id))?.eget?.meddelanden).toMatchObject([{ text: 'Vilket torg?', asks: true }])
  expect((await news('gunilla'))[0]?.text).toBe(`Ditt förslag ${number}: Kontoret har en fråga`)
  const reply = { body: { number, text: 'Det vid stationen.' } }
  expect((await portal.send('anna', 'POST', '/api/forslag/svara', reply)).status).toBe(404)
  expect((await portal.send('gunilla', 'POST', '/api/forslag/svara', reply)).status).toBe(200)
  const found = await one('monica', number)
  expect([found.replied, found.events.at(-1)?.text]).toEqual([true, 'Det vid stationen.'])
  expect(found.details).toContainEqual({ label: 'Kommer från', value: 'Linjen Väst' })
  // Everybody in Norr sees the suggestion, but only its author sees what was asked.
  const seen = await listed('cecilia', id)
  expect(seen?.rubrik).toBe('Fler bänkar')
  expect(JSON.stringify(seen)).not.toMatch(/Vilket torg|stationen|eget/)
})

test('two on one suggestion: the later one is told what has changed, and nothing of it is stored', async () => {
  const { id, number } = await suggested('anna')
  await say('monica', number, 0, { state: 'Planerat', text: 'I maj.' })
  const late = await say('monica', number, 0, { state: 'Avböjt', text: 'Nej.' })
  expect([late.status, late.body.errorMessage]).toEqual([409, expect.stringContaining('ändrade status till Planerat')])
  expect(await listed('anna', id)).toMatchObject({ status: 'Planerat', kommentarer: '' })
})

test('another area’s, another company’s and an absent one are answered alike, and who only sees may not answer', async () => {
  const [{ number }, elsewhere] = [await suggested('anna'), await suggested('gunilla')]
  const absent = await get('monica', 'arende?nummer=FS-1')
  for (const [userName, foreign] of [
    ['karl-erik', number],
    ['karl-erik', elsewhere.number],
    ['hans', number],
  ] as const) {
    const { status, body } = await get(userName, `arende?nummer=${foreign}`)
    expect([userName, status, { ...body, timestamp: '' }]).toEqual([userName, 404, { ...absent.body, timestamp: '' }])
    expect((await say(userName, foreign, 0, { text: 'Hej' })).status).toBe(404)
  }
  const { rows } = await list('klara')
  expect(rows.map((row) => row.number)).toContain(number)
  expect((await say('klara', number, 0, { text: 'Hej' })).status).toBe(403)
  expect((await get('anna', 'lista')).status).toBe(403)
})

test('the office reads no more of its author than everybody does', async () => {
  const { number } = await suggested('anna')
  const { rows } = await sql<{ secret: string }>`
    select unnest(array[e.id::text, e.number, e.user_name, nullif(d.phone_number, '')]) as secret
    from employees e left join personal_details d on d.employee_id = e.id where e.user_name = 'anna'`.execute(portal.db)
  const found = JSON.stringify(await one('monica', number))
  const secrets = rows.flatMap(({ secret }) => secret ?? [])
  expect(secrets.length).toBeGreaterThan(2)
  expect(secrets.filter((secret) => found.includes(`"${secret}"`))).toEqual([])
})

test('words of it are hidden from everybody who reads it: in its title, its text and what the office wrote', async () => {
  const body = { Rubrik: 'Kalle vid grinden', Bolag: 'norr', Beskrivning: 'Kalle stänger för tidigt.' }
  const { id, eget } = (await portal.send('anna', 'POST', '/api/forslag/', { body })).body.result as Suggestion
  const number = eget?.nummer ?? ''
  await say('monica', number, 0, { state: 'Under utredning', text: 'Vi talar med Kalle.' })
  const hide = (userName: string, version: number, part: string, from = 0) =>
    post(userName, 'dolj', { number, version, part, from, words: 'Kalle', why: 'Ett namn' })
  expect((await hide('klara', 1, 'text')).status).toBe(403)
  const { part } = (await one('monica', number)).details.find(({ label }) => label === 'Rubrik') ?? {}
  for (const [version, of, from] of [
    [1, 'text', 0],
    [2, part ?? '', 0],
    [3, 'event:1', 'Vi talar med '.length],
  ] as const)
    expect((await hide('monica', version, of, from)).status).toBe(200)
  expect(await listed('cecilia', id)).toMatchObject({
    rubrik: '████ vid grinden',
    beskrivning: '████ stänger för tidigt.',
    kommentarer: 'Vi talar med ████.\n/Monica Stenlund',
  })
  const found = await one('monica', number)
  expect(JSON.stringify(found)).not.toContain('Kalle')
  expect(found.redactions.map(({ of }) => of)).toContain('texten i förslaget')
  const { rows } = await list('monica', '?sok=Kalle')
  expect(rows.map((row) => row.number)).not.toContain(number)
})

test('two suggestions of the same are merged, and both authors follow what is answered to one', async () => {
  const [first, second] = [await suggested('anna'), await suggested('gunilla')]
  const merge = { number: second.number, version: 0, into: first.number }
  expect((await one('monica', second.number)).actions).toContain('merge')
  expect((await post('klara', 'slaihop', merge)).status).toBe(403)
  expect((await post('monica', 'slaihop', merge)).status).toBe(200)
  expect((await listed('gunilla', second.id))?.eget?.meddelanden.map(({ text }) => text)).toEqual([
    `Ditt förslag ${second.number} gäller samma sak som ${first.number}, som redan hanteras. Du får samma svar.`,
  ])
  const { version } = await one('monica', first.number)
  await say('monica', first.number, version, { state: 'Planerat', text: 'I maj.' })
  for (const [userName, { id }] of [
    ['anna', first],
    ['gunilla', second],
  ] as const)
    expect(await listed(userName, id)).toMatchObject({ status: 'Planerat', atgarder: 'I maj.\n/Monica Stenlund' })
})

test('the demo has handled, waiting and overdue suggestions', async () => {
  const rowsOf = async (userName: string, view: string) => (await list(userName, `?vy=${view}`)).rows
  for (const userName of ['monica', 'hans']) {
    expect((await rowsOf(userName, 'avslutade')).length).toBeGreaterThan(0)
    expect((await rowsOf(userName, 'forsenade')).length).toBeGreaterThan(0)
  }
  expect((await rowsOf('monica', 'svarat')).length).toBeGreaterThan(0)
  expect((await rowsOf('monica', 'vantar')).length).toBeGreaterThan(0)
})
