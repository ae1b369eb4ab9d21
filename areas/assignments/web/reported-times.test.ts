import { describe, expect, it, test } from 'vitest'
import { doubtsAbout } from '../rules.ts'
import { doubtText, nearestEnd, nearestTime } from './reported-times.ts'

const zone = 'Europe/Stockholm'
const plan = (time: string, offset = '+01:00') => ({ time, at: Date.parse(time + offset) })

/** The reported times, and what the form asks about them. */
function reported(
  [start, end]: [string, string],
  [plannedStart, plannedEnd]: [ReturnType<typeof plan>, ReturnType<typeof plan>],
  now: string,
) {
  const starts = nearestTime(start, plannedStart, zone)
  const ends = nearestEnd(end, plannedEnd, starts, zone)
  const planned = { start: plannedStart.at, end: plannedEnd.at }
  const doubts = doubtsAbout({ start: starts.at, end: ends.at }, planned, Date.parse(now))
  return { times: [starts.time, ends.time], doubts, starts, ends, planned }
}

describe('a time reported back', () => {
  const evening: [ReturnType<typeof plan>, ReturnType<typeof plan>] = [
    plan('2026-10-28T23:00:00'),
    plan('2026-10-28T23:55:00'),
  ]
  const night: [ReturnType<typeof plan>, ReturnType<typeof plan>] = [
    plan('2026-10-29T00:30:00'),
    plan('2026-10-29T01:00:00'),
  ]
  test.each([
    ['late over midnight', ['00:04', '00:41'], evening, ['2026-10-29T00:04:00', '2026-10-29T00:41:00']],
    ['early over midnight', ['23:58', '00:45'], night, ['2026-10-28T23:58:00', '2026-10-29T00:45:00']],
    ['as planned', ['23:00', '23:55'], evening, ['2026-10-28T23:00:00', '2026-10-28T23:55:00']],
    ['ended over midnight', ['23:10', '00:20'], evening, ['2026-10-28T23:10:00', '2026-10-29T00:20:00']],
  ] as const)('%s is on the date nearest to the plan, and nothing is asked', (_, typed, planned, times) => {
    const report = reported([...typed], [...planned], '2026-10-29T02:00:00+01:00')
    expect([report.times, report.doubts]).toEqual([times, []])
  })

  it('means the instant nearest to the plan in the repeated hour', () => {
    const planned: [ReturnType<typeof plan>, ReturnType<typeof plan>] = [
      plan('2026-10-25T02:30:00', '+02:00'),
      plan('2026-10-25T02:05:00', '+01:00'),
    ]
    const report = reported(['02:30', '02:05'], planned, '2026-10-25T02:10:00+01:00')
    expect([report.times, report.doubts]).toEqual([['2026-10-25T02:30:00', '2026-10-25T02:05:00'], []])
    expect(report.ends.at - report.starts.at).toBe(35 * 60_000)
  })

  test.each([
    ['more than two hours after the plan', ['05:40', '13:38'], ['end'], /^Sluttiden torsdag 29 oktober 13:38 är mer/],
    ['more than two hours before it', ['03:30', '06:20'], ['start'], /före den planerade\.$/],
    ['an end before the start', ['06:10', '05:50'], ['end', 'future', 'long'], /^Sluttiden fredag 30 oktober 05:50/],
    ['in the future', ['05:40', '07:30'], ['future'], /^Klockan 07:30 torsdag 29 oktober har inte varit än\.$/],
  ] as const)('%s is asked about', (_, typed, doubts, words) => {
    const planned: [ReturnType<typeof plan>, ReturnType<typeof plan>] = [
      plan('2026-10-29T05:40:00'),
      plan('2026-10-29T06:23:00'),
    ]
    const now = typed[1] === '07:30' ? '2026-10-29T06:30:00+01:00' : '2026-10-29T14:00:00+01:00'
    const report = reported([...typed], planned, now)
    expect(report.doubts).toEqual(doubts)
    expect(doubtText(report.doubts[0]!, { start: report.starts, end: report.ends }, report.planned)).toMatch(words)
  })

  it('nothing is asked about two hours from the plan or sixteen hours', () => {
    const start = Date.parse('2026-10-29T00:00:00Z')
    const hours = (count: number) => start + count * 3_600_000
    const now = hours(100)
    expect(doubtsAbout({ start: hours(2), end: hours(18) }, { start, end: hours(16) }, now)).toEqual([])
    expect(doubtsAbout({ start: hours(2) + 1, end: hours(18) + 2 }, { start, end: hours(16) }, now)).toEqual([
      'start',
      'end',
      'long',
    ])
  })
})
