import { expect, test } from 'vitest'
import { replaceBlock } from './answer-blocks.ts'

test.each([
  ['the first', '████\n\nPrata med ████', 0, 'Kalle\n\nPrata med ████'],
  ['another with the same words', '████\n\nOk\n\n████', 1, '████\n\nOk\n\nKalle'],
  ['none that only begins or ends with them', '████ och mer\n\nmed ████', 0, '████ och mer\n\nmed ████'],
  ['the last, if there are fewer', '████', 3, 'Kalle'],
])('of several answers, %s is replaced', (_what, text, nth, then) => {
  expect(replaceBlock(text, { before: '████', after: 'Kalle', nth })).toBe(then)
})

test('of signed answers too, and one of several paragraphs', () => {
  const text = '████\n/Monica Ek\n\n████\n\nHälsningar\n/Monica Ek'
  expect(replaceBlock(text, { before: '████\n\nHälsningar', after: 'Tack', nth: 0, sign: '\n/' })).toBe(
    '████\n/Monica Ek\n\nTack\n/Monica Ek',
  )
})
