import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Platform, StoredFile } from '#platform/server/area.ts'
import { blobStore, type Blobs, incomingFolder } from '#platform/server/blobs/blobs.ts'
import { lentThreads } from '#platform/server/blobs/lent-threads.ts'
import { removeOlder } from '#platform/server/blobs/place.ts'
import { removeDoomed } from '#platform/server/blobs/remove-doomed.ts'
import { mayBeTakenBack } from '#platform/server/db/restore-point.ts'
import type { Ask } from '#platform/server/http/answer.ts'
import { Refusal, refused } from '#platform/server/http/errors.ts'
import { once, type RandomName } from '#platform/server/http/once.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import { type Image, type ImageQuery, type ImageReference, picturesField } from '../contract.ts'
import { amongFew } from './at-once.ts'
import { digestOfFile } from './digest.ts'
import type { PictureShelf } from './picture-table.ts'
import { withReceivedFile } from './receive.ts'
import { burnIn, type Part } from './burn.ts'
import { NoPicture, remakePicture } from './remake.ts'
import { pictureStore } from './store.ts'

/** How long a picture is kept without a report. */
const KEPT_MS = 86_400_000
/** Enough for ten reports: nobody who fills in forms needs more. */
const MOST_UNCLAIMED = 100
/** How many pictures are removed before their rows are deleted. */
const AT_A_TIME = 500
/** How long the sender waits for the removal of a picture's files if the store did not take all of them. */
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
  /**
   * Looks for the files of a sender's pictures, before the transaction of the report that is to have them: a store that hangs must not hold
   * what that transaction has locked.
   */
  find(scope: RequestScope, names: readonly string[]): Promise<FoundPictures>
  /** A picture that the caller has found the employee may see; null if its files are gone. */
  read(query: ImageQuery): Promise<Image | null>
  /**
   * Stores a new picture with black rectangles, made from a report's picture, or from `whole` if given. Then calls `write`: with the new
   * picture, or with null if the file of the report's picture is gone. There the caller puts the new picture in the old one's place by
   * `swap`, in its transaction. The old one then belongs to no report, and the next round removes its files.
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
  /** Removes pictures that no report has claimed within a day. Removes none while a restore may be taken back. */
  removeUnclaimed(): Promise<void>
}

export interface FoundPictures {
  /** Assigns them to a report within its transaction. Throws a Refusal if one is not an unclaimed picture of the sender, or has no files. */
  claim(tx: Database, reportId: number): Promise<void>
}

/** A picture that is stored and does not belong to a report yet. */
interface Redacted {
  readonly name: string
  /** The picture from which it was made. */
  readonly original: Uint8Array
  /** Puts it in the old picture's place. Returns false if the old one no longer belongs to the report. */
  swap(tx: Database, reportId: number): Promise<boolean>
}

export function reportPictures(shelf: PictureShelf, { db, clock, config, log }: Platform): Pictures {
  const keys = keysIn(shelf)
  const store = pictureStore(shelf)
  const blobs = blobStore(config)
  const incoming = incomingFolder(config)
  // The files first: the next round finds a row without a file again, but never a file without a row. Keeps a picture that has been stored
  // meanwhile: the commit may have succeeded although its answer was lost.
  const remove = async (name: string) => {
    if (!(await store.markUnstoredForRemoval(db, name))) return
    for (const key of Object.values(keys(name))) await blobs.remove(key)
    await store.removeUnstored(db, name)
  }
  // The sender must get the reason why the upload failed, not this error: the next round removes the picture.
  const leftForTheRound = ({ name, message }: Error) =>
    log.warn({ err: { type: name, message } }, 'a picture was not removed')
  // A store that has just not answered would not answer the removal either, and the sender would wait as long again.
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
            // First: a disk that hangs is noticed here, and the picture's process does not take long with a picture that is not damaged.
            const digest = await digestOfFile(path)
            const made = await remakePicture(path, sender.id)
            const name = randomBytes(16).toString('hex') as RandomName
            const picture = { name, shortName: shortNameOf(fileName) }
            const body = { shortName: picture.shortName, digest }
            const at = clock()
            await store.add(db, { ...picture, employeeId: sender.id, at })
            let kept: { readonly name: RandomName } | null = null
            try {
              await putPicture(blobs, shelf, picture.name, made)
              kept = await once(db, { employee: sender, request, body }, at, async (tx) => {
                await store.markStored(tx, picture.name)
                return { name }
              })
              // The same key means the same short name too, because that is part of the request.
              return { ...picture, name: kept.name }
            } finally {
              // Another picture was already stored under the key, or the upload failed.
              if (kept?.name !== picture.name) await removeUnlessItHangs(picture.name)
            }
          }),
        )
      } catch (error) {
        throw error instanceof NoPicture ? refusedFile(error.message) : error
      }
    },

    async find({ id: employeeId }, names) {
      const wanted = [...new Set(names)]
      if (wanted.length === 0) return { claim: async () => {} }
      // What a sender calls a picture becomes a key only if it is the name of one.
      const unclaimed = await store.unclaimed(db, employeeId, wanted)
      const there = await Promise.all(
        unclaimed.flatMap((name) => Object.values(keys(name))).map((key) => blobs.has(key)),
      )
      const complete = unclaimed.length === wanted.length && !there.includes(false)
      return {
        // Files are removed only after their row has been marked, which leaves it unclaimable: those that were found are still there.
        async claim(tx, reportId) {
          const claimed = complete ? await store.claim(tx, employeeId, reportId, wanted) : []
          if (claimed.length < wanted.length) {
            throw refused({ [picturesField]: ['En bild finns inte kvar. Ta bort den och lägg till den igen.'] })
          }
        },
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
      await removeOlder(lentThreads, incoming, before)
      await store.markUnclaimedForRemoval(db, before)
      await removeDoomed(blobs, {
        next: (after) => store.marked(db, after, AT_A_TIME),
        keysOf: (name) => Object.values(keys(name)),
        forget: (names) => store.removeMarked(db, names),
      })
    },
  }
}

/**
 * In a restored database: puts the picture `made` in the place of a report's picture `old` again. If a file of `made` is gone, the report
 * gets neither. Returns the bytes of `old`, which are null if its file is gone; or null if `old` does not belong to the report.
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
