import { expect, test } from 'vitest'
import * as fc from 'fast-check'
import { drawn, middle, moved, sized, WHOLE } from './rectangles.ts'

const inside = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
  x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= WHOLE && y + height <= WHOLE

test('a rectangle stays inside the picture, however it is moved and sized', () => {
  const step = fc.tuple(fc.boolean(), fc.integer({ min: -WHOLE, max: WHOLE }), fc.integer({ min: -WHOLE, max: WHOLE }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let rectangle = middle
      for (const [moves, right, down] of steps) {
        const before = rectangle
        rectangle = (moves ? moved : sized)(rectangle, right, down)
        expect(inside(rectangle)).toBe(true)
        if (moves) expect([rectangle.width, rectangle.height]).toEqual([before.width, before.height])
        else expect([rectangle.x, rectangle.y]).toEqual([before.x, before.y])
      }
    }),
  )
})

test('one is drawn between two corners, in any direction, and a slip of the hand is none', () => {
  const one = { x: 2000, y: 6000 }
  const other = { x: 5000, y: 1000 }
  const expected = { x: 2000, y: 1000, width: 3000, height: 5000 }
  expect([drawn(one, other), drawn(other, one)]).toEqual([expected, expected])
  expect(drawn({ x: -500, y: -500 }, { x: 20_000, y: 20_000 })).toEqual({ x: 0, y: 0, width: WHOLE, height: WHOLE })
  expect(drawn(one, { x: 2010, y: 6010 })).toBeNull()
})
