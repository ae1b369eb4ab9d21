import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPortal } from '../../../app/server/test-portal.ts'
import { queueCalls, queuePortal } from './queue-fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await queuePortal()
})
afterAll(() => portal.close())
const { one, own, later, reported, answer } = queueCalls(() => portal)

test('a report says after how many steps something was written, also within one second', async () => {
  const number = await reported()
  later(0.001)
  await answer('roger', number, 0, { text: 'Vilken dörr?', asks: true })
  later(0.002)
  expect(
    (await portal.send('anna', 'POST', '/api/fordonskontroll/svara', { body: { number, text: 'Den bakre.' } })).status,
  ).toBe(200)
  later(0.003)
  const { version } = await one('roger', number)
  expect((await answer('roger', number, version, { state: 'Klar', text: 'Smort.' })).status).toBe(200)
  const report = await own('anna')
  expect(report.steps.map(({ state, timestamp }) => [state, timestamp])).toEqual([
    ['Mottagen', '2026-11-21T12:00:00'],
    ['Klar', '2026-11-21T12:00:00'],
  ])
  expect(report.messages?.map(({ text, afterSteps }) => [text, afterSteps])).toEqual([
    ['Vilken dörr?', 1],
    ['Den bakre.', 1],
  ])
})
