import { expect, test } from 'vitest'
import { addDays, monthNames } from '#platform/contract/wall-clock.ts'
import { calendarOf } from './calendar.ts'
import { editionsOf } from './demo.ts'
import type { Article } from './place.ts'

// The demo may be started on any day of the year.
const days = Array.from({ length: 73 }, (_, index) => addDays('2026-01-03', index * 10))
const wordsOf = ({ title, body, comments = [], attachment }: Article) =>
  [title, body, ...comments, ...(attachment?.lines ?? []), attachment?.fileName ?? ''].join('\n')
const months = monthNames.map((name) => name.toLowerCase())
const published = days.flatMap((today) =>
  editionsOf(today).flatMap(({ articles }) =>
    articles.map((article) => ({ article, date: addDays(today, -article.ago), words: wordsOf(article) })),
  ),
)
const inMonths = (date: string, ...allowed: number[]) => allowed.includes(Number(date.slice(5, 7)))

test('an edition has the same number of articles on every day, each key once', () => {
  const counts = new Set(
    days.map((today) =>
      editionsOf(today)
        .map(({ articles }) => articles.length)
        .join(' '),
    ),
  )
  expect(counts.size).toBe(1)
  for (const today of days) {
    for (const { articles } of editionsOf(today)) {
      expect(new Set(articles.map(({ key }) => key)).size).toBe(articles.length)
    }
  }
})

test('snow, ice and heat come in their season', () => {
  for (const { date, words } of published) {
    if (/snö|halk|\bis(ar|ig|en)?\b|underkylt|vinterdäck|plog|broddar/i.test(words)) {
      expect([date, inMonths(date, 10, 11, 12, 1, 2, 3)]).toEqual([date, true])
    }
    if (/30 grader|värmebölja|\bi sommar\b|sommarvikarie/i.test(words)) {
      expect([date, inMonths(date, 6, 7, 8)]).toEqual([date, true])
    }
    if (/över jul|nyårsafton|julafton/i.test(words)) expect([date, inMonths(date, 9, 10, 11)]).toEqual([date, true])
  }
})

test('a month with figures is over, and an announced date is in the future', () => {
  let counted = 0
  let announced = 0
  for (const { date, words } of published) {
    const last = months[(Number(date.slice(5, 7)) + 10) % 12]
    for (const [, month] of words.matchAll(/(?:I|Punktligheten i) (\p{L}+) ?(?:reste|kördes|kom|\n|$)/gu)) {
      if (!months.includes(month!)) continue
      counted++
      expect([date, month]).toEqual([date, last])
    }
    for (const [, day, month] of words.matchAll(/den (\d{1,2}) (\p{L}+)/gu)) {
      announced++
      const at = months.indexOf(month!) + 1
      const year = Number(date.slice(0, 4)) + (at < Number(date.slice(5, 7)) ? 1 : 0)
      const then = `${year}-${String(at).padStart(2, '0')}-${day!.padStart(2, '0')}`
      expect(then > date && then <= addDays(date, 70)).toBe(true)
    }
  }
  expect(counted).toBeGreaterThan(100)
  expect(announced).toBeGreaterThan(100)
})

test('the calendar counts from the day of publication', () => {
  const on = calendarOf('2026-11-20')
  expect(on.next('söndag', 22)).toBe('13 december')
  expect([on.lastMonth, on.nextMonth, on.lastQuarter, on.monthAhead(5)]).toEqual([
    'oktober',
    'december',
    'Tredje kvartalet',
    'april',
  ])
  expect(calendarOf('2027-01-04').lastQuarter).toBe('Fjärde kvartalet')
  expect(calendarOf('2027-01-04').lastMonth).toBe('december')
  expect(calendarOf('2026-12-20').weekAhead(11)).toBe('vecka\u00a053')
  expect(calendarOf('2027-01-04').weekAhead(0)).toBe('vecka\u00a01')
  expect(calendarOf('2027-01-10').within('10-15', '03-15')).toBe(true)
  expect(calendarOf('2027-06-10').within('10-15', '03-15')).toBe(false)
})
