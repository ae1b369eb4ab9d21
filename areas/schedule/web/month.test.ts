import { expect, test } from 'vitest'
import { stubBrowser } from '#platform/web/page/test-globals.ts'
import type { ScheduleRow } from '../contract.ts'
import { changesSince, seenOf, seenUntil } from './changes.ts'

stubBrowser()
const { calendarOf, publishedText, spokenDay, summaryOf, weeksOf } = await import('./month.ts')

const duty = (datum: string, from: string, to: string, offsets = ['+01:00', '+01:00']): ScheduleRow => ({
  datum,
  starttid: from,
  sluttid: to,
  starttidDayName: '',
  beskrivning: 'Tjänst 7, linje 1',
  passId: 1,
  tjanst: '7',
  linjer: [],
  startplats: 'Depån',
  slutplats: 'Depån',
  startForskjutning: offsets[0]!,
  slutForskjutning: offsets[1]!,
})

const november = { year: 2026, month: 11 }
const none = new Set<string>()
const rows = [
  duty('2026-11-02', '2026-11-02T05:07:00', '2026-11-02T13:41:00'),
  duty('2026-11-03', '2026-11-03T22:00:00', '2026-11-04T06:00:00'),
]
const days = {
  publicerat: { fran: '2026-11-01', till: '2026-11-20' },
  helgdagar: [{ datum: '2026-11-07', namn: 'En helgdag' }],
}
const month = calendarOf(november, { rows, days, changed: none })
const on = (date: string) => month.find((day) => day.date === date)!

test('a month has its weeks from Monday, with nothing outside it', () => {
  const weeks = weeksOf(november)
  expect(weeks.map(({ number }) => number)).toEqual([44, 45, 46, 47, 48, 49])
  expect(weeks[0]?.days).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeks.at(-1)?.days).toEqual(['2026-11-30', null, null, null, null, null, null])
})

test('a day without a duty is off only where it is published', () => {
  expect(on('2026-11-02').state).toBe('duty')
  expect(on('2026-11-04').state).toBe('off')
  expect(on('2026-11-20').state).toBe('off')
  expect(on('2026-11-21').state).toBe('unpublished')
  expect(calendarOf(november, { rows, days: undefined, changed: none })[4]?.state).toBe('unknown')
  expect(publishedText(month, days, '2026-11-10')).toBe('Schemat är publicerat till och med fredag 20 november.')
  const december = calendarOf({ year: 2026, month: 12 }, { rows: [], days, changed: none })
  expect(publishedText(december, days, '2026-11-10')).toBe('Schemat för månaden är inte publicerat än.')
  expect(publishedText(month, days, '2026-12-01')).toBeNull()
})

test('a month in one line', () => {
  expect(summaryOf(month)).toBe('2 tjänster · 16 h 34 min · 18 lediga dagar')
  const night = [duty('2026-10-24', '2026-10-24T22:00:00', '2026-10-25T06:00:00', ['+02:00', '+01:00'])]
  const october = calendarOf({ year: 2026, month: 10 }, { rows: night, days: undefined, changed: none })
  expect(summaryOf(october)).toBe('En tjänst · 9 h')
})

test('a day in words', () => {
  expect(spokenDay(on('2026-11-02'), '2026-11-02')).toBe(
    'måndag 2 november, i dag, 05:07 till 13:41, Tjänst 7, linje 1',
  )
  expect(spokenDay(on('2026-11-03'), '2026-11-02')).toBe(
    'tisdag 3 november, 22:00 till 06:00 nästa dag, Tjänst 7, linje 1',
  )
  const spoken = (from: string, to: string) =>
    spokenDay({ ...on('2026-11-03'), duties: [duty('2026-11-03', from, to)] }, '2026-11-02')
  expect(spoken('2026-11-04T00:10:00', '2026-11-04T08:00:00')).toContain(', 00:10 till 08:00 nästa dag, ')
  expect(spoken('2026-11-02T23:30:00', '2026-11-03T06:00:00')).toContain(', 23:30 dagen före till 06:00, ')
  const night = duty('2026-10-24', '2026-10-24T18:00:00', '2026-10-25T02:30:00', ['+02:00', '+01:00'])
  expect(spokenDay({ ...on('2026-11-03'), duties: [night] }, '2026-11-02')).toContain(
    ', 18:00 till 02:30 vintertid nästa dag, ',
  )
  expect(spokenDay(on('2026-11-07'), '2026-11-02')).toBe('lördag 7 november, En helgdag, ledig')
})

test('what has changed since it was last seen', () => {
  const seen = seenOf(rows, '2026-11-20')
  const now = (...list: ScheduleRow[]) => [...changesSince(seen, list, '2026-11-01')]
  const [first, second] = rows as [ScheduleRow, ScheduleRow]
  expect(now(first, second)).toEqual([])
  expect(now({ ...first, sluttid: '2026-11-02T14:00:00' }, second)).toEqual(['2026-11-02'])
  expect(now(first)).toEqual(['2026-11-03'])
  expect(now(first, second, duty('2026-11-12', '2026-11-12T05:00:00', '2026-11-12T09:00:00'))).toEqual(['2026-11-12'])
  // Days that had not been published are new, not changed. Days that are over do not count.
  expect(now(first, second, duty('2026-11-25', '2026-11-25T05:00:00', '2026-11-25T09:00:00'))).toEqual([])
  expect([...changesSince(seen, [], '2026-11-03')]).toEqual(['2026-11-03'])
  expect([...changesSince(undefined, rows, '2026-11-01')]).toEqual([])
})

test('of a month of which only the first days were shown, the other days are as they were seen before', () => {
  const [first, second] = rows as [ScheduleRow, ScheduleRow]
  const late = duty('2026-11-12', '2026-11-12T05:00:00', '2026-11-12T09:00:00')
  const longer = (row: ScheduleRow) => ({ ...row, sluttid: row.sluttid.replace(/T../, 'T23') })
  const now = [longer(first), second, longer(late)]
  const before = seenOf([first, second, late], '2026-11-20')
  const seen = seenUntil('2026-11-02', before, now, '2026-11-20')
  expect([...changesSince(seen, now, '2026-11-01')]).toEqual(['2026-11-12'])
  // Days that were never shown are new, not changed.
  const anew = seenUntil('2026-11-02', undefined, now, '2026-11-20')
  expect([...changesSince(anew, [first, second, late], '2026-11-01')]).toEqual(['2026-11-02'])
  // If a duty among the shown days was taken away, that has been seen too.
  expect([
    ...changesSince(seenUntil('2026-11-03', before, [longer(late)], '2026-11-20'), [longer(late)], '2026-11-01'),
  ]).toEqual(['2026-11-12'])
  // The month was shown only as far as it is published, which is before `until`.
  expect(seenUntil('2026-11-30', undefined, now, '2026-11-10').till).toBe('2026-11-10')
})
