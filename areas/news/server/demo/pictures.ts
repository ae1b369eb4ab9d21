import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Picture } from '../publish.ts'
import type { PictureName } from './place.ts'

/** The demo's own drawings as JPEG, like the pictures of real news. */
export async function drawn(name: PictureName): Promise<Picture> {
  const svg = await readFile(new URL(`pictures/${name}.svg`, import.meta.url))
  const { data, info } = await sharp(svg).jpeg({ quality: 80 }).toBuffer({ resolveWithObject: true })
  return { jpeg: data, width: info.width, height: info.height }
}
