import { expect, it, vi } from 'vitest'
import { shrink } from './shrink.ts'

/** EXIF data that says: a quarter turn to the right shows it upright. */
const turned = [0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]
const exif = [0xff, 0xe1, 0, turned.length + 8, ...turned, 0, 0, 0, 0, 0, 0]

/** A photo that is stored lying, its left half black. */
async function lyingPhoto(): Promise<Blob> {
  const canvas = new OffscreenCanvas(80, 40)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 80, 40)
  context.fillStyle = '#000'
  context.fillRect(0, 0, 40, 40)
  const jpeg = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())
  return new Blob([jpeg.slice(0, 2), new Uint8Array(exif), jpeg.slice(2)], { type: 'image/jpeg' })
}

const isBrightAt = async (photo: Blob, x: number, y: number) => {
  const bitmap = await createImageBitmap(photo)
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  return { width: bitmap.width, height: bitmap.height, bright: (context.getImageData(x, y, 1, 1).data[0] ?? 0) > 128 }
}

it.each(['knows', 'refuses'])('a photo is upright and without EXIF in a browser that %s the option', async (how) => {
  const real = createImageBitmap
  if (how === 'refuses') {
    vi.stubGlobal('createImageBitmap', (source: Blob, options?: ImageBitmapOptions) =>
      options?.imageOrientation === 'from-image' ? Promise.reject(new TypeError('no such value')) : real(source),
    )
  }
  const photo = await lyingPhoto()
  const small = await shrink(photo)
  expect(small.type).toBe('image/jpeg')
  expect(await small.text()).not.toContain('Exif')
  expect(await isBrightAt(small, 20, 10)).toEqual({ width: 40, height: 80, bright: false })
  expect(await isBrightAt(small, 20, 70)).toEqual({ width: 40, height: 80, bright: true })
})
