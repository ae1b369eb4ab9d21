import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Blobs } from '#platform/server/blobs/blobs.ts'
import type { PictureShelf } from '../picture-table.ts'
import { putPicture } from '../report-pictures.ts'
import { allScenes, draw, type Scene } from './scenes.ts'

export interface DemoPicture {
  readonly name: string
  readonly shortName: string
  readonly scene: Scene
}

/** A report's picture. Its name is the same each time, so that an interrupted start leaves nothing behind. */
export const demoPicture = (report: string, position: number, shortName: string, scene: Scene): DemoPicture => ({
  name: createHash('sha256').update(`${report} ${position}`).digest('hex').slice(0, 32),
  shortName,
  scene,
})

interface Photo {
  readonly full: Uint8Array
  readonly small: Uint8Array
}

/** Stores the files of pictures; the scenes are drawn once. */
export function demoCamera(blobs: Blobs, shelf: PictureShelf) {
  let taken: Promise<ReadonlyMap<Scene, Photo>> | null = null
  return async (pictures: readonly DemoPicture[]): Promise<void> => {
    if (pictures.length === 0) return
    taken ??= takePhotos()
    const photos = await taken
    await Promise.all(pictures.map(({ name, scene }) => putPicture(blobs, shelf, name, photos.get(scene) as Photo)))
  }
}

async function takePhotos(): Promise<Map<Scene, Photo>> {
  const photos = new Map<Scene, Photo>()
  for (const scene of allScenes) {
    const drawn = Buffer.from(draw(scene))
    const full = await sharp(drawn).jpeg({ quality: 80 }).toBuffer()
    photos.set(scene, { full, small: await sharp(full).resize({ width: 320 }).jpeg({ quality: 70 }).toBuffer() })
  }
  return photos
}
