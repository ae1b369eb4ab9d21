import { expect, it } from 'vitest'
import { relaysOf } from './bus-relay.ts'
import type { Run, RunEvent } from './tods/read-feed.ts'

const HOUR = 3600
const event = (blockId: string | null, from: number, to: number) =>
  ({ blockId, startTime: from * HOUR, endTime: to * HOUR }) as RunEvent
const run = (runId: string, ...events: RunEvent[]): Run => ({ serviceId: 'vardag', runId, events })

it('is the nearest other run on the block on each side, past one’s own events', () => {
  const [a, b, c] = [event('B1', 5, 6), event('B1', 6, 7), event('B1', 9, 10)]
  const [d, e] = [event('B1', 7, 8), event(null, 8, 9)]
  const relays = relaysOf([run('1', a, b, c), run('2', d, e), run('3', event('B2', 7, 8))])
  const takes = { run: '2', at: 7 * HOUR }
  expect(relays.get(a)).toEqual({ before: null, after: takes })
  expect(relays.get(b)).toEqual({ before: null, after: takes })
  expect(relays.get(c)).toEqual({ before: { run: '2', at: 8 * HOUR }, after: null })
  expect(relays.get(d)).toEqual({ before: { run: '1', at: 7 * HOUR }, after: { run: '1', at: 9 * HOUR } })
  expect(relays.has(e)).toBe(false)
})

it('is nobody who works the same event together with the driver', () => {
  const [one, two] = [event('B1', 5, 7), event('B1', 7, 9)]
  const relays = relaysOf([run('1', one, two), run('2', event('B1', 5, 7), event('B1', 7, 9))])
  expect([relays.get(one)?.after, relays.get(two)?.before]).toEqual([null, null])
})

it('is not looked for where a block has more events than a day', () => {
  const events = Array.from({ length: 501 }, (_, at) => event('B1', at, at + 1))
  expect(relaysOf([run('1', ...events)]).size).toBe(0)
})
