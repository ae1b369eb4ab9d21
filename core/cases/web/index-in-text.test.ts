import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexInText } from './index-in-text.ts'

const asInTextArea = (text: string) => text.replaceAll(/\r\n?/g, '\n')

test('between two offsets of a text area are the words that it shows there, however the lines of the text end', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\r', '\n', '\r\n') })
  fc.assert(
    fc.property(texts, fc.nat({ max: 12 }), fc.nat({ max: 12 }), (text, start, length) => {
      const [shown, end] = [asInTextArea(text), start + length]
      fc.pre(end <= shown.length)
      expect(asInTextArea(text.slice(indexInText(text, start), indexInText(text, end)))).toBe(shown.slice(start, end))
    }),
  )
})
