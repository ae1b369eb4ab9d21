import { open } from 'node:fs/promises'
import sharp from 'sharp'
import { atMost } from '#platform/server/at-most.ts'
import { HEAD_BYTES, kindOf, type PictureKind } from './kind.ts'

const MAX_MEGAPIXELS = 50
const MAX_PIXELS = MAX_MEGAPIXELS * 1_000_000
const FULL_SIDE = 2000
const SMALL_SIDE = 320

/** A file that the portal does not accept as a picture; the message is for the person who sent it. */
export class NoPicture extends Error {}

export interface Remade {
  /** JPEG, at most 2000 pixels a side. */
  readonly full: Buffer
  /** The same, at most 320 pixels a side: for lists. */
  readonly small: Buffer
}

// A decoded picture of 50 megapixels is 150 MB: memory use is limited because few are open at a time, and none is cached.
const oneOfTwo = atMost(2)
sharp.cache(false)

/**
 * Makes a new JPEG from what a picture file shows, rotated upright. Nothing else of the file survives: no metadata, no location,
 * no data appended to the picture. Throws NoPicture.
 */
export function remakePicture(path: string): Promise<Remade> {
  return oneOfTwo(async () => {
    const kind = kindOf(await headOf(path))
    if (!kind) throw new NoPicture('Filen är ingen bild i formatet JPEG, PNG eller WebP.')
    await checkHeader(path, kind)
    try {
      return await remade(path)
    } catch {
      throw unreadable(kind)
    }
  })
}

/** The same of a picture that the portal itself has made. */
export const remakeBytes = (picture: Buffer): Promise<Remade> => oneOfTwo(() => remade(picture))

async function remade(picture: string | Buffer): Promise<Remade> {
  const full = await sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: FULL_SIDE, height: FULL_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80 })
    .toBuffer()
  const small = await sharp(full)
    .resize({ width: SMALL_SIDE, height: SMALL_SIDE, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 70 })
    .toBuffer()
  return { full, small }
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Checks before decoding: the size in the header, and that the decoder recognises the same kind as we do. */
async function checkHeader(path: string, kind: PictureKind): Promise<void> {
  const { format, width, height } = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw unreadable(kind)
    })
  if (format !== (kind === 'heic' ? 'heif' : kind)) throw unreadable(kind)
  if (width * height > MAX_PIXELS) {
    throw new NoPicture(`Bilden har för många bildpunkter. Högst ${MAX_MEGAPIXELS} megapixel går bra.`)
  }
}

function unreadable(kind: PictureKind): NoPicture {
  return new NoPicture(
    kind === 'heic'
      ? 'Bilder i formatet HEIC kan inte läsas. Ta en ny bild här, eller välj Mest kompatibelt under Inställningar > Kamera > Format.'
      : 'Bilden är skadad och kan inte läsas.',
  )
}
