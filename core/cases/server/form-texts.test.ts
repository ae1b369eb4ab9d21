import { expect, test } from 'vitest'
import { formPlaceOf, partOfForm } from './form-parts.ts'
import { isLeftOf } from './form-texts.ts'

test.each([
  ['Kalle sandar.', 'Kalle sandar.', true],
  ['████ sandar.', 'Kalle Persson sandar.', true],
  ['████ och ████ sandar.', 'Kalle och Olle sandar.', true],
  ['████', '', true],
  ['██████ sandar.', 'Lisa och Kalle sandar.', true],
  ['████████ sandar.', 'Lisa Kalle sandar.', true],
  ['Kalle sandar.', 'Kalle saltar.', false],
  ['████ saltar.', 'Kalle sandar.', false],
  ['████ sandar nu.', 'Kalle sandar.', false],
  ['aa████a', 'aa', false],
])('%s is what is left of %s: %s', (left, original, is) => {
  expect(isLeftOf(left, original)).toBe(is)
})

test('a field of a form has a name, and nothing else has one', () => {
  const place = { form: 'utredning', item: 2, field: 'orsak' }
  expect(formPlaceOf(partOfForm(place))).toEqual(place)
  for (const part of ['text', 'event:3', 'form:utredning', 'form:utredning:x:orsak'])
    expect(formPlaceOf(part)).toBeNull()
})
