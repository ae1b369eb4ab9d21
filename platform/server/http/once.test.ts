import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { onceMigrations } from './once.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const post = (path: string, body: object, key: string) =>
  portal.send('anna', 'POST', path, { body, headers: { 'idempotency-key': key } })
const remembered = async (key: string) =>
  (await sql<{ answer: unknown }>`select answer from idempotency_keys where key = ${key}`.execute(portal.db)).rows[0]
    ?.answer

test('remembers which row, not what was written or by whom, and returns the same answer a second time', async () => {
  const suggestion = { Rubrik: 'Hemlig rubrik', Bolag: 'norr', Beskrivning: 'Hemlig beskrivning' }
  const page = (await portal.send('anna', 'GET', '/api/nyheter/getregion?page=0')).body.result
  const comment = { bodyText: 'Hemlig kommentar', newsItemId: page.items[0].id }
  for (const [path, body] of [
    ['/api/forslag/', suggestion],
    ['/api/nyheter/addcomment', comment],
  ] as const) {
    const key = randomUUID()
    const first = await post(path, body, key)
    expect([path, first.status]).toEqual([path, 200])
    expect(await remembered(key)).toEqual({ id: first.body.result.id })
    expect((await post(path, body, key)).body.result).toEqual(first.body.result)
  }
})

test('something else under a used key is refused with what to do, and not taken for stored', async () => {
  const key = randomUUID()
  const suggestion = { Rubrik: 'Den första', Bolag: 'norr', Beskrivning: 'Samma text.' }
  expect((await post('/api/forslag/', suggestion, key)).status).toBe(200)
  const other = await post('/api/forslag/', { ...suggestion, Rubrik: 'Den andra' }, key)
  expect(other.status).toBe(400)
  expect(JSON.stringify(other.body)).toContain('Skicka det på nytt.')
  const listed = (await portal.send('anna', 'GET', '/api/forslag/')).body.result as { rubrik: string }[]
  expect(listed.map(({ rubrik }) => rubrik)).toContain('Den första')
  expect(listed.map(({ rubrik }) => rubrik)).not.toContain('Den andra')
})

test('a comment that has been removed is gone, also for the key that it was sent with', async () => {
  const page = (await portal.send('anna', 'GET', '/api/nyheter/getregion?page=0')).body.result
  const body = { bodyText: 'Ångrad', newsItemId: page.items[0].id }
  const key = randomUUID()
  const { id } = (await post('/api/nyheter/addcomment', body, key)).body.result
  await portal.send('anna', 'DELETE', `/api/nyheter/deletecomment?commentId=${id}`)
  expect((await post('/api/nyheter/addcomment', body, key)).status).toBe(404)
  const { rows } = await sql<{ kept: string }>`select answer::text as kept from idempotency_keys`.execute(portal.db)
  expect(rows.map(({ kept }) => kept).join()).not.toContain('Ångrad')
})

test('text that earlier versions remembered is removed', async () => {
  const earlier: [string, unknown, unknown][] = [
    ['gammal-kommentar', { id: 7, bodyText: 'Text', authorName: 'Anna' }, { id: 7 }],
    ['gammalt-förslag', { id: 8, rubrik: 'Text', beskrivning: 'Text', skapadAv: 'Anna' }, { id: 8 }],
    ['gammal-bild', { name: 'abc', shortName: 'annas-skada.jpg' }, { name: 'abc' }],
    ['gammal-bekräftelse', { status: 'OK', bekraftad: true }, { status: 'OK', bekraftad: true }],
    ['gammal-utvärdering', true, true],
  ]
  const { rows } = await sql<{ id: string }>`select id from employees where user_name = 'anna'`.execute(portal.db)
  for (const [key, answer] of earlier) {
    await sql`
      insert into idempotency_keys (employee_id, key, request_hash, answer, created_at)
      values (${rows[0]?.id}, ${key}, '', ${JSON.stringify(answer)}::jsonb, now())`.execute(portal.db)
  }
  await onceMigrations['2026-12-03-people-idempotency-ids'].up(portal.db)
  for (const [key, , kept] of earlier) expect([key, await remembered(key)]).toEqual([key, kept])
})
