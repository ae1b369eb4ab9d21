import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { alreadySent, thanks } from '../rules.ts'
import { filledForm } from './answers-fixture.ts'
import { shuffle } from './shuffle.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

test('100 sends at once by each of five employees are five answers, also while the tables are shuffled', async () => {
  const names = ['anna', 'bertil', 'amina', 'zahra', 'emil']
  const bodies = new Map<string, object>()
  const tokens = new Map<string, string>()
  for (const name of names) {
    const status = await portal.send(name, 'GET', '/api/undersokning/get')
    bodies.set(name, filledForm(status.body.result[0].contenttype, name))
    tokens.set(name, await portal.token(name))
  }
  const sends = Array.from({ length: 100 }, () => names).flat()
  const shuffling = Array.from({ length: 5 }, () => shuffle(portal.db))
  const answers = await Promise.all(
    sends.map(async (name) => {
      const reply = await portal.app.inject({
        method: 'POST',
        url: '/api/undersokning/send',
        headers: { host: 'localhost', authorization: `Bearer ${tokens.get(name)}` },
        payload: bodies.get(name) ?? {},
      })
      return { name, statusCode: reply.statusCode, said: reply.json().result as string }
    }),
  )
  await Promise.all(shuffling)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  for (const name of names) {
    const said = answers.filter((answer) => answer.name === name).map((answer) => answer.said)
    expect(said.filter((text) => text === thanks)).toHaveLength(1)
    expect(said.filter((text) => text === alreadySent)).toHaveLength(99)
  }
  const { rows } = await sql<{ words: string }>`select answers->>'kunder5' as words from survey_answers`.execute(
    portal.db,
  )
  expect(rows.map(({ words }) => words).toSorted()).toEqual(names.toSorted())
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from survey_participation`.execute(
    portal.db,
  )
  expect(counted[0]?.n).toBe(5)
}, 120_000)
