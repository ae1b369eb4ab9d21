import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { HEAD_BYTES, kindOf, type PictureKind } from './kind.ts'

const MAX_MEGAPIXELS = 50
const MAX_PIXELS = MAX_MEGAPIXELS * 1_000_000
/** Two pictures at a time, so that one large picture does not hold up all others, and memory is limited. */
export const PICTURE_PROCESSES = 2
/**
 * What the process of a picture may use, in bytes. A progressive JPEG of 50 megapixels that has to be rotated takes 420 MB. The chart's limit
 * has room for this beside the portal (checks/packaging/chart.test.ts): the kernel would otherwise end the whole container.
 */
export const PICTURE_MEMORY = 512 * 1024 * 1024
export const UNREADABLE = 'Bilden är skadad och kan inte läsas.'

const FULL_SIDE = 2000
const SMALL_SIDE = 320

/** A file that the portal does not accept as a picture. */
export interface Refused {
  readonly refused: string
}

export interface Remade {
  /** JPEG, at most 2000 pixels a side. */
  readonly full: Buffer
  /** The same, at most 320 pixels a side: for lists. */
  readonly small: Buffer
}

// No picture is kept decoded.
sharp.cache(false)

/**
 * Makes a new picture from a file, or returns why the file is not accepted, for the person who sent it. Throws what the disk reports: the
 * decoder gets the bytes, because its errors do not distinguish a disk that fails from a damaged picture.
 */
export async function makePicture(path: string): Promise<Remade | Refused> {
  const bytes = await readFile(path)
  const kind = kindOf(bytes.subarray(0, HEAD_BYTES))
  if (!kind) return { refused: 'Filen är ingen bild i formatet JPEG, PNG eller WebP.' }
  try {
    // Checked before decoding: the size in the header, and whether the decoder recognises the same kind as we do.
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (format !== (kind === 'heic' ? 'heif' : kind)) return unreadable(kind)
    if (width * height > MAX_PIXELS) {
      return { refused: `Bilden har för många bildpunkter. Högst ${MAX_MEGAPIXELS} megapixel går bra.` }
    }
    return await remake(bytes)
  } catch {
    return unreadable(kind)
  }
}

/** A new JPEG of what a picture shows, rotated upright. */
export async function remake(picture: Buffer): Promise<Remade> {
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

function unreadable(kind: PictureKind): Refused {
  return {
    refused:
      kind === 'heic'
        ? 'Bilder i formatet HEIC kan inte läsas. Ta en ny bild här, eller välj Mest kompatibelt under Inställningar > Kamera > Format.'
        : UNREADABLE,
  }
}
