import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '#platform/server/area.ts'
import { everyHour } from './hourly.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

test('work that fails is logged, and keeps no other from its hour', async () => {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const platform = { db: portal.db, clock: () => portal.clock.now, log } as unknown as Platform
  let done = 0
  const stop = everyHour(platform, [
    { name: 'fails', hourly: () => Promise.reject(new Error('no room')) },
    { name: 'works', hourly: async () => void done++ },
  ])
  await expect.poll(() => done).toBe(1)
  await stop()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'hourly work failed', area: 'fails', err: { message: 'no room' } },
  ])
})
