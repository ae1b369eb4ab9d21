import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { clocksAfter, environmentAt, filesWhereTimeMatters, journeysWhereTimeMatters } from './clocks.ts'

test('the clocks are the next such moments, never in the past', () => {
  const at = (now: string) => Object.values(clocksAfter(new Date(now))).map((clock) => clock.at)
  expect(at('2026-11-22T12:00:00Z')).toEqual([
    '2027-03-28T01:00:00Z',
    '2027-10-31T00:20:00Z',
    '2027-10-31T01:20:00Z',
    '2026-12-31T22:10:00Z',
    '2026-12-31T23:05:00Z',
    '2028-02-28T23:05:00Z',
  ])
  for (const now of ['2026-12-31T12:00:00Z', '2028-02-29T12:00:00Z', '2032-12-30T23:00:00Z']) {
    for (const each of at(now)) expect(each > now).toBe(true)
  }
})

test('what is said to depend on time is there', () => {
  const tests = globSync('{app,areas,checks,core,demo,identity,platform}/**/*.test.{ts,tsx}')
  const journeys = globSync('e2e/*.spec.ts')
  expect(filesWhereTimeMatters.filter((name) => !tests.some((file) => file.startsWith(name)))).toEqual([])
  expect(journeysWhereTimeMatters.filter((name) => !journeys.some((file) => file.startsWith(`e2e/${name}`)))).toEqual(
    [],
  )
})

test('a process started at a clock and its child processes agree on the time, and time goes on', async () => {
  const clock = { what: 'a time', at: '2031-05-06T07:08:09Z' }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--eval',
      `const { execFileSync } = require('node:child_process')
       const readings = () => [Date.now(), +new Date(), new Date() instanceof Date, new Date(0).getTime(), new Date(2031, 0, 1).getHours()]
       const first = readings()
       const child = execFileSync(process.execPath, ['--print', 'Date.now()'], { encoding: 'utf8' })
       console.log(JSON.stringify({ first, child: Number(child), zone: Intl.DateTimeFormat().resolvedOptions().timeZone, text: Date() }))`,
    ],
    { env: { PATH: process.env.PATH, ...environmentAt(clock, 'Asia/Tokyo') } },
  )
  const { first, child, zone, text } = JSON.parse(stdout) as Record<string, never> & { first: number[]; child: number }
  const at = Date.parse(clock.at)
  expect(first[0]).toBeGreaterThanOrEqual(at)
  expect(first[0]).toBeLessThan(at + 10_000)
  expect(first.slice(1)).toEqual([expect.any(Number), true, 0, 0])
  expect(child).toBeGreaterThan(first[0] as number)
  expect(child).toBeLessThan(at + 20_000)
  expect(zone).toBe('Asia/Tokyo')
  expect(text).toContain('2031')
})
