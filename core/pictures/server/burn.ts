import sharp from 'sharp'
import { remake, type Remade } from './make.ts'

/** A rectangle in ten-thousandths of the picture's width and height. */
export interface Part {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const WHOLE = 10_000

/** A new picture with black rectangles. Its file contains nothing of what was in their place. */
export async function burnIn(picture: Uint8Array, parts: readonly Part[]): Promise<Remade> {
  const { width, height } = await sharp(picture).metadata()
  const boxes = parts.flatMap((part) => {
    // Rounded outwards, so that no line of pixels stays beside a rectangle.
    const left = Math.min(width - 1, Math.floor((part.x * width) / WHOLE))
    const top = Math.min(height - 1, Math.floor((part.y * height) / WHOLE))
    const right = Math.min(width, Math.ceil(((part.x + part.width) * width) / WHOLE))
    const bottom = Math.min(height, Math.ceil(((part.y + part.height) * height) / WHOLE))
    const size = { width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
    return [{ input: { create: { ...size, channels: 3 as const, background: '#000' } }, left, top }]
  })
  return remake(await sharp(picture).composite(boxes).png().toBuffer())
}
