import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Database, Platform } from '#platform/server/area.ts'
import { blobStore, type Blobs } from '#platform/server/blobs/blobs.ts'
import type { Ask } from '#platform/server/http/answer.ts'
import { Refusal, refused } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import { sweepReceived, withReceivedFile } from '#platform/server/pictures/receive.ts'
import { NoPicture, remakePicture } from '#platform/server/pictures/remake.ts'
import type { ImageReference } from '../contract/common.ts'
import * as store from './picture-store.ts'
import type { Asking } from './store.ts'

/** How long a picture waits for its report. */
const KEPT_MS = 86_400_000
/** Ten reports' worth: more is no longer somebody who fills in a form. */
const MOST_UNCLAIMED = 100

const keys = (name: string) => ({
  full: `deviations/${name.slice(0, 2)}/${name}.jpg`,
  small: `deviations/${name.slice(0, 2)}/${name}-small.jpg`,
})

type Upload = Pick<Ask<unknown, unknown>, 'employee' | 'request'>

export interface Pictures {
  /** Takes the picture of an upload, once for an idempotency key. Throws a Refusal that says what is wrong with it. */
  take(upload: Upload): Promise<ImageReference>
  /** Gives pictures to a report within its transaction. Throws a Refusal where one is not the sender's to give. */
  claim(tx: Database, sender: Asking, incidentId: number, names: readonly string[]): Promise<void>
  /** Null where there is none that one may see. */
  read(asking: Asking, name: string, size: 'full' | 'small'): Promise<Uint8Array | null>
  /** Removes what no report has claimed within a day. */
  removeUnclaimed(): Promise<void>
}

export function pictures({ db, clock, config }: Platform): Pictures {
  const blobs = blobStore(config)
  const incoming = join(config.dataDir, 'incoming')
  // Files first: a row without a file is found again by the next round, a file without a row never.
  const remove = async (name: string) => {
    for (const key of Object.values(keys(name))) await blobs.remove(key)
    await store.forgetUnstored(db, name)
  }
  return {
    async take({ request, employee: sender }) {
      if ((await store.countUnclaimed(db, sender.id)) >= MOST_UNCLAIMED) {
        throw refusedFile('Du har för många bilder som inte hör till någon avvikelse. Försök igen i morgon.')
      }
      try {
        return await withReceivedFile(request, incoming, async ({ path, fileName }) => {
          const made = await remakePicture(path)
          const picture = { name: randomBytes(16).toString('hex'), shortName: shortNameOf(fileName) }
          const body = { shortName: picture.shortName, digest: await digestOf(path) }
          const at = clock()
          await store.addPicture(db, { ...picture, employeeId: sender.id, at })
          let kept: ImageReference | null = null
          try {
            await putPicture(blobs, picture.name, made)
            kept = await once(db, { employee: sender, request, body }, at, async (tx) => {
              await store.markStored(tx, picture.name)
              return picture
            })
            return kept
          } finally {
            // The same one was there already, or it failed.
            if (kept?.name !== picture.name) await remove(picture.name)
          }
        })
      } catch (error) {
        throw error instanceof NoPicture ? refusedFile(error.message) : error
      }
    },

    async claim(tx, sender, incidentId, names) {
      const wanted = [...new Set(names)]
      if (wanted.length === 0) return
      const claimed = await store.claimPictures(tx, sender.id, incidentId, wanted)
      const there = await Promise.all(claimed.flatMap((name) => Object.values(keys(name))).map((key) => blobs.has(key)))
      if (claimed.length < wanted.length || there.includes(false)) {
        throw refused({ AttachmentUploadBlobNames: ['En bild finns inte kvar. Ta bort den och lägg till den igen.'] })
      }
    },

    read: async (asking, name, size) =>
      (await store.maySee(db, asking, name)) ? await blobs.read(keys(name)[size]) : null,

    async removeUnclaimed() {
      const before = new Date(clock().getTime() - KEPT_MS)
      const atATime = 500
      let names: string[]
      do {
        names = await store.doomUnclaimed(db, before, atATime)
        // Files first: a row without a file is found again by the next round, a file without a row never.
        for (const key of names.flatMap((name) => Object.values(keys(name)))) await blobs.remove(key)
        await store.forgetDoomed(db, names)
      } while (names.length === atATime)
      await sweepReceived(incoming, before)
    },
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('base64url')
}

export async function putPicture(
  blobs: Blobs,
  name: string,
  made: { readonly full: Uint8Array; readonly small: Uint8Array },
): Promise<void> {
  const { full, small } = keys(name)
  await blobs.put(full, made.full)
  await blobs.put(small, made.small)
}

const refusedFile = (message: string) => new Refusal(400, message, { file: [message] })

/** What the picture was called on the phone: shown, never looked up. */
function shortNameOf(fileName: string): string {
  const name = basename(fileName.replaceAll('\\', '/'))
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- they are what is taken out
    .replaceAll(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
  return name.slice(-100).toWellFormed() || 'bild.jpg'
}
