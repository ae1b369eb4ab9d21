import type { Rectangle } from '../redaction.ts'

/** The width and the height of a picture in the units of the rectangles. */
export const WHOLE = 10_000
/** The shortest side, so that a rectangle can be seen and hit. */
const SHORTEST_SIDE = 100

const between = (least: number, value: number, most: number) => Math.round(Math.max(least, Math.min(value, most)))

/** The rectangle after a move, inside the picture. */
export const moved = ({ x, y, width, height }: Rectangle, right: number, down: number): Rectangle => ({
  x: between(0, x + right, WHOLE - width),
  y: between(0, y + down, WHOLE - height),
  width,
  height,
})

/** The rectangle with its right and lower sides moved, inside the picture. */
export const sized = ({ x, y, width, height }: Rectangle, right: number, down: number): Rectangle => ({
  x,
  y,
  width: between(SHORTEST_SIDE, width + right, WHOLE - x),
  height: between(SHORTEST_SIDE, height + down, WHOLE - y),
})

interface Point {
  readonly x: number
  readonly y: number
}

/** The rectangle with two opposite corners, inside the picture; null if it is too small to have been meant. */
export function drawn(one: Point, other: Point): Rectangle | null {
  const left = between(0, Math.min(one.x, other.x), WHOLE)
  const top = between(0, Math.min(one.y, other.y), WHOLE)
  const width = between(0, Math.max(one.x, other.x), WHOLE) - left
  const height = between(0, Math.max(one.y, other.y), WHOLE) - top
  return width < SHORTEST_SIDE || height < SHORTEST_SIDE ? null : { x: left, y: top, width, height }
}

/** A rectangle in the middle, to begin with by keyboard. */
export const middle: Rectangle = { x: 4000, y: 4000, width: 2000, height: 2000 }

const percent = (value: number) => Math.round((value * 100) / WHOLE)

/** Where a rectangle is, for a screen reader. */
export const placeWords = ({ x, y, width, height }: Rectangle): string =>
  `${percent(x)} % från vänster, ${percent(y)} % uppifrån, ${percent(width)} % bred, ${percent(height)} % hög`
