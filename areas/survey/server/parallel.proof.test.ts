import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alreadySent, thanks } from '../rules.ts'
import { effort } from '../../../checks/effort.ts'
import { filledForm } from './answers-fixture.ts'
import { allAnswers, staffOf, surveyPortal, type SurveyPortal } from './survey-fixture.ts'

/** How many times each employee sends at once. */
const times = effort({ sample: 20, full: 100 })

let portal: SurveyPortal
beforeAll(async () => {
  portal = await surveyPortal()
})
afterAll(() => portal.close())

test('many sends at once by each of six employees give six answers, also while they are mixed', async () => {
  const drivers = (await staffOf(portal.db, ['norr'])).filter(({ form }) => form === 'forare')
  const names = drivers.slice(0, 6).map(({ userName }) => userName)
  const bodies = new Map<string, object>()
  const tokens = new Map<string, string>()
  for (const name of names) {
    const status = await portal.send(name, 'GET', '/api/undersokning/get')
    bodies.set(name, filledForm(status.body.result[0].contenttype, name))
    tokens.set(name, await portal.token(name))
  }
  const sends = Array.from({ length: times }, () => names).flat()
  // If a mixing gets no connection, the next one does its work.
  const mixing = Promise.allSettled(Array.from({ length: 5 }, () => portal.mix()))
  const send = async (name: string) => {
    const { statusCode, json } = await portal.app.inject({
      method: 'POST',
      url: '/api/undersokning/send',
      headers: { host: 'localhost', authorization: `Bearer ${tokens.get(name)}` },
      payload: bodies.get(name) ?? {},
    })
    return { name, statusCode, said: json().result as string }
  }
  const answers: Awaited<ReturnType<typeof send>>[] = []
  // Sends for which no connection was free are repeated after the others, as a phone does.
  for (let left = sends; left.length > 0;) {
    const replies = await Promise.all(left.map(send))
    answers.push(...replies.filter(({ statusCode }) => statusCode !== 503))
    left = replies.filter(({ statusCode }) => statusCode === 503).map(({ name }) => name)
  }
  await mixing
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  for (const name of names) {
    const said = answers.filter((answer) => answer.name === name).map((answer) => answer.said)
    expect(said.filter((text) => text === thanks)).toHaveLength(1)
    expect(said.filter((text) => text === alreadySent)).toHaveLength(times - 1)
  }
  await portal.mix()
  const left = await allAnswers(portal.db, portal.keys)
  expect(left.map(({ answers: given }) => given['kunder5'] ?? '').toSorted()).toEqual(names.toSorted())
  // Only the current key is left, so nothing opens earlier boxes.
  expect(await portal.keys.list()).toHaveLength(1)
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from survey_participation`.execute(
    portal.db,
  )
  expect(counted[0]?.n).toBe(6)
}, 240_000)
