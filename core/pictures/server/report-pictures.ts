import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Platform, StoredFile } from '#platform/server/area.ts'
import { blobStore, type Blobs, incomingFolder } from '#platform/server/blobs/blobs.ts'
import { lentThreads } from '#platform/server/blobs/lent-threads.ts'
import { removeOlder } from '#platform/server/blobs/place.ts'
import { mayBeTakenBack } from '#platform/server/db/restore-point.ts'
import type { Ask } from '#platform/server/http/answer.ts'
import { Refusal, refused } from '#platform/server/http/errors.ts'
import { once, type RandomName } from '#platform/server/http/once.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import { type Image, type ImageQuery, type ImageReference, picturesField } from '../contract.ts'
import { amongFew } from './at-once.ts'
import type { PictureShelf } from './picture-table.ts'
import { withReceivedFile } from './receive.ts'
import { burnIn, type Part } from './burn.ts'
import { NoPicture, remakePicture } from './remake.ts'
import { pictureStore } from './store.ts'

/** How long a picture waits for its report. */
const KEPT_MS = 86_400_000
/** Enough for ten reports: nobody who fills in forms needs more. */
const MOST_UNCLAIMED = 100
/** How long whoever sends a picture waits for what became of it to be removed, where the store did not take all of it. */
const REMOVAL_MS = 1000

const keysIn =
  ({ folder }: PictureShelf) =>
  (name: string) => ({
    stor: `${folder}/${name.slice(0, 2)}/${name}.jpg`,
    liten: `${folder}/${name.slice(0, 2)}/${name}-small.jpg`,
  })

/** The files of all pictures of one kind of report. */
export async function storedPictures(db: Database, shelf: PictureShelf): Promise<StoredFile[]> {
  const pictures = await pictureStore(shelf).all(db)
  return pictures.flatMap(({ name, settled }) =>
    Object.values(keysIn(shelf)(name)).map((key) => ({ key, passing: !settled })),
  )
}

type Upload = Pick<Ask<unknown, unknown>, 'employee' | 'request'>

/** The pictures of one kind of report. */
export interface Pictures {
  /** Stores an uploaded picture, once per idempotency key. Throws a Refusal that says what is wrong with it. */
  take(upload: Upload): Promise<ImageReference>
  /** Assigns pictures to a report within its transaction. Throws a Refusal if one is not an unclaimed picture of the sender. */
  claim(tx: Database, scope: RequestScope, reportId: number, names: readonly string[]): Promise<void>
  /** A picture that the caller has found the employee may see; null if its files are gone. */
  read(query: ImageQuery): Promise<Image | null>
  /**
   * Stores a new picture with black rectangles for one of a report; null if that one is not there. Within `write` the new one takes
   * its place by `swap`, in the caller's transaction (`whole`: the picture that it is made of, instead of the old one); the old one is from then on nobody's, and its files go with the next round.
   */
  redact<Answer>(
    ask: {
      readonly name: string
      readonly rectangles: readonly Part[]
      readonly whole?: Uint8Array
      readonly by: RequestScope
    },
    write: (made: Redacted | null) => Promise<Answer>,
  ): Promise<Answer>
  /** Removes pictures that no report has claimed within a day: none while a restore may be taken back. */
  removeUnclaimed(): Promise<void>
}

/** A picture that is stored and not yet anybody's. */
interface Redacted {
  readonly name: string
  /** The whole one, as it was. */
  readonly original: Uint8Array
  /** False if the old one is no longer the report's. */
  swap(tx: Database, reportId: number): Promise<boolean>
}

export function reportPictures(shelf: PictureShelf, { db, clock, config, log }: Platform): Pictures {
  const keys = keysIn(shelf)
  const store = pictureStore(shelf)
  const blobs = blobStore(config)
  const incoming = incomingFolder(config)
  // Files first: a row without a file is found again by the next round, a file without a row never. Not those of a picture that has become
  // somebody's: the commit may have succeeded, and only its answer was lost.
  const remove = async (name: string) => {
    if (!(await store.markUnstoredForRemoval(db, name))) return
    for (const key of Object.values(keys(name))) await blobs.remove(key)
    await store.removeUnstored(db, name)
  }
  // The sender must get the reason why the upload failed, not this error: the next round removes the picture.
  const leftForTheRound = ({ name, message }: Error) =>
    log.warn({ err: { type: name, message } }, 'a picture was not removed')
  // The store that has just not answered would not answer this either, for as long again.
  const removeUnlessItHangs = (name: string) =>
    Promise.race([remove(name).catch(leftForTheRound), pause(REMOVAL_MS, undefined, { ref: false })])
  return {
    async take({ request, employee: sender }) {
      if ((await store.countUnclaimed(db, sender.id)) >= MOST_UNCLAIMED) {
        throw refusedFile(
          'Du har för många bilder i utkast. Spara ett av dem eller börja om i det, eller försök igen i morgon.',
        )
      }
      try {
        return await amongFew(sender.id, () =>
          withReceivedFile(request, incoming, async ({ path, fileName }) => {
            const made = await remakePicture(path, sender.id)
            const name = randomBytes(16).toString('hex') as RandomName
            const picture = { name, shortName: shortNameOf(fileName) }
            const body = { shortName: picture.shortName, digest: await lentThreads(() => digestOf(path)) }
            const at = clock()
            await store.add(db, { ...picture, employeeId: sender.id, at })
            let kept: { readonly name: RandomName } | null = null
            try {
              await putPicture(blobs, shelf, picture.name, made)
              kept = await once(db, { employee: sender, request, body }, at, async (tx) => {
                await store.markStored(tx, picture.name)
                return { name }
              })
              // The same key means the same short name too: it is part of the request.
              return { ...picture, name: kept.name }
            } finally {
              // It was already stored under the key, or the upload failed.
              if (kept?.name !== picture.name) await removeUnlessItHangs(picture.name)
            }
          }),
        )
      } catch (error) {
        throw error instanceof NoPicture ? refusedFile(error.message) : error
      }
    },

    async claim(tx, scope, reportId, names) {
      const wanted = [...new Set(names)]
      if (wanted.length === 0) return
      const claimed = await store.claim(tx, scope.id, reportId, wanted)
      const there = await Promise.all(claimed.flatMap((name) => Object.values(keys(name))).map((key) => blobs.has(key)))
      if (claimed.length < wanted.length || there.includes(false)) {
        throw refused({ [picturesField]: ['En bild finns inte kvar. Ta bort den och lägg till den igen.'] })
      }
    },

    async read({ name, storlek = 'stor' }) {
      const bytes = await blobs.read(keys(name)[storlek])
      return bytes && { name, contentType: 'image/jpeg', data: Buffer.from(bytes).toString('base64') }
    },

    async redact({ name: old, rectangles, whole, by }, write) {
      const original = whole ?? (await blobs.read(keys(old).stor))
      if (!original) return write(null)
      const made = await burnIn(original, rectangles)
      const name = randomBytes(16).toString('hex')
      await store.add(db, { name, shortName: '', employeeId: by.id, at: clock() })
      let swapped = false
      try {
        await putPicture(blobs, shelf, name, made)
        const answer = await write({
          name,
          original,
          swap: async (tx, reportId) => {
            swapped = await store.swap(tx, { old, name, reportId })
            return swapped
          },
        })
        return answer
      } catch (error) {
        swapped = false
        throw error
      } finally {
        if (!swapped) await removeUnlessItHangs(name)
      }
    },

    async removeUnclaimed() {
      if (await mayBeTakenBack({ db, config })) return
      const before = new Date(clock().getTime() - KEPT_MS)
      const atATime = 500
      let names: string[]
      do {
        names = await store.markUnclaimedForRemoval(db, before, atATime)
        // Files first: a row without a file is found again by the next round, a file without a row never.
        for (const key of names.flatMap((name) => Object.values(keys(name)))) await blobs.remove(key)
        await store.removeMarked(db, names)
      } while (names.length === atATime)
      await removeOlder(lentThreads, incoming, before)
    },
  }
}

/**
 * In a restored database: puts a picture in the place of another one of a report again, whose bytes it returns. Where the new one's file is
 * gone, the report has none of the two. Null if the other one is not the report's.
 */
export async function repeatSwap(
  shelf: PictureShelf,
  { config }: Pick<Platform, 'config'>,
  tx: Database,
  { old, made, reportId }: { readonly old: string; readonly made: string; readonly reportId: number },
): Promise<{ readonly original: Uint8Array | null } | null> {
  const blobs = blobStore(config)
  const keys = keysIn(shelf)
  const there = await Promise.all(Object.values(keys(made)).map((key) => blobs.has(key)))
  const store = pictureStore(shelf)
  const swapped = there.includes(false)
    ? await store.takeAway(tx, { old, reportId })
    : (await store.addLike(tx, { old, name: made }), await store.swap(tx, { old, name: made, reportId }))
  return swapped ? { original: await blobs.read(keys(old).stor) } : null
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('base64url')
}

export async function putPicture(
  blobs: Blobs,
  shelf: PictureShelf,
  name: string,
  made: { readonly full: Uint8Array; readonly small: Uint8Array },
): Promise<void> {
  const { stor, liten } = keysIn(shelf)(name)
  await blobs.put(stor, made.full)
  await blobs.put(liten, made.small)
}

const refusedFile = (message: string) => new Refusal(400, message, { file: [message] })

/** The picture's name on the phone: shown, never looked up. */
function shortNameOf(fileName: string): string {
  const name = basename(fileName.replaceAll('\\', '/'))
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- the expression is meant to remove them
    .replaceAll(/[\u0000-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
  return name.slice(-100).toWellFormed() || 'bild.jpg'
}
