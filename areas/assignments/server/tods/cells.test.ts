// The times of a feed, which are read character by character.
import { expect, test } from 'vitest'
import { randomFrom } from '../../../../checks/random.ts'
import { secondsOf } from './cells.ts'

/** The same rule as a regular expression. */
function byPattern(time: string): number | null {
  const match = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/.exec(time)
  return match && Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3] ?? 0)
}

test.each([
  ['5:07', 18_420],
  ['05:07:09', 18_429],
  ['25:30:00', 91_800],
  ['99:59:59', 359_999],
  ['', null],
  ['5', null],
  ['05:7', null],
  ['05:60', null],
  ['05:07:60', null],
  ['05:07:', null],
  ['05:07:0', null],
  ['105:07:00', null],
  ['-5:07', null],
  ['05.07', null],
  [':05:07', null],
  ['05:07\n', null],
  ['０5:07', null],
])('%j is %s seconds', (time, seconds) => {
  expect(secondsOf(time)).toBe(seconds)
  expect(byPattern(time)).toBe(seconds)
})

test('is what the pattern says, of any text of these characters', () => {
  const random = randomFrom(1)
  const characters = '0123456789:: -.a'
  for (let round = 0; round < 20_000; round++) {
    const length = Math.floor(random() * 10)
    const text = Array.from({ length }, () => characters[Math.floor(random() * characters.length)]).join('')
    if (secondsOf(text) !== byPattern(text)) expect([text, secondsOf(text)]).toEqual([text, byPattern(text)])
  }
  for (let second = 0; second < 100 * 3600; second += 7) {
    const [hours, minutes, seconds] = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60]
    const text = [hours, minutes, seconds].map((part) => `${part}`.padStart(2, '0')).join(':')
    if (secondsOf(text) !== second) expect([text, secondsOf(text)]).toEqual([text, second])
  }
})
