import { expect, it } from 'vitest'
import { greetingAt, longDate } from './greeting.ts'

it.each([
  [3, 'Hej, Anna'],
  [4, 'God morgon, Anna'],
  [9, 'God morgon, Anna'],
  [10, 'Hej, Anna'],
  [18, 'God kväll, Anna'],
  [0, 'Hej, Anna'],
])('at %i o’clock says %s', (hour, words) => expect(greetingAt(hour, 'Anna')).toBe(words))

it('greets without a name too', () => expect(greetingAt(7)).toBe('God morgon'))

it('writes the day in full', () => expect(longDate('2026-11-21')).toBe('lördag 21 november, vecka 47'))
