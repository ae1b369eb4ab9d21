import { assert, integer, property } from 'fast-check'
import { expect, it } from 'vitest'
import { isComment, pageNumbers, pagesOf } from './rules.ts'

it.each([
  [0, 0, []],
  [0, 1, [0]],
  [2, 5, [0, 1, 2, 3, 4]],
  [6, 7, [0, 1, 2, 3, 4, 5, 6]],
  [0, 20, [0, 1, 2, 3, null, 19]],
  [2, 20, [0, 1, 2, 3, null, 19]],
  [3, 20, [0, null, 2, 3, 4, null, 19]],
  [10, 20, [0, null, 9, 10, 11, null, 19]],
  [17, 20, [0, null, 16, 17, 18, 19]],
  [19, 20, [0, null, 16, 17, 18, 19]],
])('on page %i of %i the buttons are %j', (page, pages, numbers) => expect(pageNumbers(page, pages)).toEqual(numbers))

it('the buttons always include the first, the last and the current page, in order, each once', () => {
  assert(
    property(integer({ min: 1, max: 20_000 }), integer({ min: 0, max: 20_000 }), (pages, any) => {
      const page = any % pages
      const numbers = pageNumbers(page, pages).filter((number) => number !== null)
      expect(numbers).toEqual(expect.arrayContaining([0, page, pages - 1]))
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
      expect(numbers.length).toBeLessThanOrEqual(7)
    }),
  )
})

it.each([
  [0, 0],
  [1, 1],
  [5, 1],
  [6, 2],
])('%i items are %i pages', (items, pages) => expect(pagesOf(items)).toBe(pages))

it.each([
  ['', false],
  [' \n', false],
  ['x', true],
  ['x'.repeat(400), true],
  [` ${'x'.repeat(400)} `, true],
  ['x'.repeat(401), false],
])('%j as a comment: %s', (text, taken) => expect(isComment(text)).toBe(taken))
