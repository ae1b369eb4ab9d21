import { expect, test } from 'vitest'
import { etagOf, isKnown } from './etag.ts'

const etag = etagOf('Linje 4')

test('a body has the same tag as text and as bytes, and another body another one', () => {
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  expect(etagOf(Buffer.from('Linje 4'))).toBe(etag)
  expect(etagOf('Linje 5')).not.toBe(etag)
})

test.each([
  ['its tag', etag, true],
  ['its tag, made weak', `W/${etag}`, true],
  ['a list that contains it', `"other", ${etag}`, true],
  ['a list without spaces that contains it, made weak', `"other",W/${etag},W/"another"`, true],
  ['a star', '*', true],
  ['a star with spaces', ' * ', true],
  ['nothing', undefined, false],
  ['an empty text', '', false],
  ['the tag of another body', etagOf('Linje 5'), false],
  ['a list of other tags', '"other", W/"another"', false],
  ['a tag that contains a star', '"*"', false],
  ['a star in a list, which the header does not allow', '"other", *', false],
  ['its tag without quotation marks', etag.slice(1, -1), false],
])('a client that names %s', (_what, named, known) => {
  expect(isKnown({ headers: { 'if-none-match': named } }, etag)).toBe(known)
})
