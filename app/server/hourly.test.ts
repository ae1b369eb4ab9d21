import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '#platform/server/area.ts'
import { everyHour } from './hourly.ts'
import { stop } from './stop.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

test('work that fails is logged, and does not prevent other work', async () => {
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

test('work that does not end delays the stop for a limited time, and the database is still closed', async () => {
  const platform = {
    db: portal.db,
    clock: () => portal.clock.now,
    log: pino({ level: 'silent' }),
  } as unknown as Platform
  let begun = false
  const hangs = () => {
    begun = true
    return new Promise<never>(() => {})
  }
  const stopHourly = everyHour(platform, [{ name: 'hangs', hourly: hangs }], null, 50)
  await expect.poll(() => begun).toBe(true)
  const other = await testPortal()
  const ended: string[] = []
  await stop({
    app: other.app,
    doorstep: other.doorstep,
    drainMs: 0,
    hurry: new AbortController().signal,
    rest: [stopHourly, async () => void ended.push('database')],
  })
  expect(ended).toEqual(['database'])
  await other.close()
})
