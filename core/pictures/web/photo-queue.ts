import { blobOf, storedFile, type StoredFile } from '#platform/web/phone/stored-file.ts'
import { ApiError } from '#platform/web/wire/api-error.ts'
import { NoPhoto } from './shrink.ts'

/** `preparing`: being shrunk. `refused`: trying again would not help. */
export type PhotoState = 'preparing' | 'waiting' | 'sending' | 'sent' | 'failed' | 'refused'

export interface Photo {
  readonly id: string
  readonly fileName: string
  /** What the form shows. */
  readonly blob: Blob
  /** What is stored and sent; null while it is being shrunk. */
  readonly file: StoredFile | null
  readonly state: PhotoState
  /** The same for every attempt to send it, also after a reload and from the outbox; a new one once the server has removed the photo. */
  readonly key: string
  /** Its name on the server, once sent. */
  readonly name: string | null
  /** Milliseconds since 1970. */
  readonly sentAt: number
  /** Why it was refused. */
  readonly message?: string
}

/** A photo as stored in a draft. */
export interface KeptPhoto extends Pick<Photo, 'id' | 'fileName' | 'key' | 'name' | 'sentAt'> {
  readonly file: StoredFile
}

export type Upload = Pick<KeptPhoto, 'file' | 'fileName' | 'key'>

interface UploadContext {
  readonly shrink: (file: File) => Promise<Blob>
  /** Returns the name it is stored under. */
  readonly upload: (photo: Upload, signal: AbortSignal) => Promise<string>
  readonly now: () => number
  readonly most: Most
}

/** How many photos a report may have, and the word for it. */
const inWords = { 5: 'fem', 10: 'tio' } as const
export type Most = keyof typeof inWords

/** 'Högst fem' */
export const atMost = (most: Most): string => `Högst ${inWords[most]}`

export interface PhotoQueue {
  readonly read: () => readonly Photo[]
  readonly watch: (watcher: () => void) => () => void
  /** Returns messages about files that were not accepted. */
  readonly add: (files: readonly File[]) => readonly string[]
  readonly remove: (...ids: readonly string[]) => void
  readonly retry: () => void
  /** Restores a draft's photos, once. Those that are lost are shown as refused: no report is sent without them unless the employee removes them. */
  readonly restore: (kept: readonly KeptPhoto[], lost?: readonly Pick<KeptPhoto, 'id' | 'fileName'>[]) => void
  readonly isRestored: () => boolean
  /** Sends every photo again, because the server no longer has them. */
  readonly sendAnew: () => void
  readonly clear: () => void
  /**
   * The photos for the report: each with its name if it has been sent, and without a name if it still has to
   * be sent. Waits a while for those being sent. Photos that are added meanwhile are the next report's. Null if one is not a photo.
   */
  readonly handOver: () => Promise<readonly Photo[] | null>
  readonly stop: () => void
}

// The server removes photos that no report has claimed within a day; some hours are left for filling in the form.
const claimableMs = 18 * 3_600_000
// How long a report waits for photos being sent before everything goes to the outbox.
const patienceMs = 8000

const newKey = () => crypto.randomUUID()
const anew = (photo: Photo): Photo => ({ ...photo, state: 'waiting', key: newKey(), name: null })

const lostPhoto = ({ id, fileName }: Pick<KeptPhoto, 'id' | 'fileName'>): Photo => ({
  id,
  fileName,
  blob: new Blob(),
  file: null,
  state: 'refused',
  key: newKey(),
  name: null,
  sentAt: 0,
  message: `Telefonen kan inte längre läsa ${fileName}. Ta bort bilden och lägg till den igen.`,
})

/** The photos of one report: shrunk, then sent one by one while the form is being filled in. */
export function photoQueue({ shrink, upload, now, most }: UploadContext): PhotoQueue {
  let photos: readonly Photo[] = []
  let working: Promise<void> | null = null
  let restored = false
  let stopping = new AbortController()
  const files = new Map<string, File>()
  const watchers = new Set<() => void>()

  function set(next: readonly Photo[]): void {
    photos = next
    for (const watcher of watchers) watcher()
  }

  const change = (id: string, over: Partial<Photo>) =>
    set(photos.map((photo) => (photo.id === id ? { ...photo, ...over } : photo)))

  function work(): void {
    working ??= run().finally(() => {
      working = null
    })
  }

  async function run(): Promise<void> {
    const { signal } = stopping
    while (!signal.aborted) {
      // All are shrunk before the first is sent: only then are they in the draft.
      const next = inState('preparing') ?? inState('waiting')
      if (!next) return
      const goesOn = next.state === 'preparing' ? await prepare(next) : await send(next, signal)
      if (!goesOn) return
    }
  }

  const inState = (state: PhotoState) => photos.find((photo) => photo.state === state)

  async function prepare({ id }: Photo): Promise<boolean> {
    const file = files.get(id)
    try {
      if (file) {
        const blob = await shrink(file)
        change(id, { blob, file: await storedFile(blob), state: 'waiting' })
      }
    } catch (error) {
      const message = error instanceof NoPhoto ? error.message : `${file?.name ?? 'Filen'} kunde inte läsas.`
      change(id, { state: 'refused', message })
    }
    files.delete(id)
    return true
  }

  async function send({ id, file, fileName, key }: Photo, signal: AbortSignal): Promise<boolean> {
    change(id, { state: 'sending' })
    try {
      const name = await upload({ file: file!, fileName, key }, signal)
      change(id, { state: 'sent', name, sentAt: now() })
      return true
    } catch (error) {
      if (signal.aborted) return false
      const failure = error instanceof ApiError ? error : new ApiError(0)
      const { status, messages, errorMessage, isFinal } = failure
      // After signing in again the employee returns to the draft.
      if (status === 401) change(id, { state: 'waiting' })
      else if (!isFinal) change(id, { state: 'failed' })
      else change(id, { state: 'refused', message: messages[0] ?? (errorMessage || 'Bilden kan inte tas emot.') })
      return status !== 401
    }
  }

  const queue: PhotoQueue = {
    read: () => photos,
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    add(chosen) {
      const taken = chosen.slice(0, Math.max(0, most - photos.length))
      const added = taken.map((file): Photo => {
        const id = crypto.randomUUID()
        files.set(id, file)
        return {
          id,
          fileName: file.name,
          blob: file,
          file: null,
          state: 'preparing',
          key: newKey(),
          name: null,
          sentAt: 0,
        }
      })
      set([...photos, ...added])
      work()
      const left = chosen.length - taken.length
      return left === 0
        ? []
        : [`${atMost(most)} bilder får plats. ${left === 1 ? 'En bild' : `${left} bilder`} togs inte med.`]
    },
    remove: (...ids) => set(photos.filter(({ id }) => !ids.includes(id))),
    retry() {
      set(photos.map((photo) => (photo.state === 'failed' ? { ...photo, state: 'waiting' } : photo)))
      work()
    },
    restore(kept, lost = []) {
      if (restored) return
      restored = true
      const oldest = now() - claimableMs
      const usable = (photo: KeptPhoto) => photo.name !== null && photo.sentAt > oldest
      set([
        ...kept.map((each): Photo => {
          const photo: Photo = { ...each, blob: blobOf(each.file), state: 'sent' }
          if (usable(each)) return photo
          // The server has removed photos that were sent too long ago. An earlier version stored no key.
          return photo.name === null && typeof photo.key === 'string' ? { ...photo, state: 'waiting' } : anew(photo)
        }),
        ...lost.map(lostPhoto),
      ])
      work()
    },
    isRestored: () => restored,
    sendAnew() {
      set(photos.map((each) => (each.state === 'sent' ? anew(each) : each)))
      work()
    },
    clear: () => set([]),
    async handOver() {
      const chosen = new Set(photos.map(({ id }) => id))
      const late = setTimeout(() => queue.stop(), patienceMs)
      // Photos may be added while this waits for earlier ones.
      // oxlint-disable-next-line no-unmodified-loop-condition -- it is modified when the work is done
      while (working) await working
      clearTimeout(late)
      if (inState('preparing')) {
        // Stopped before all were shrunk: shrinking needs no network, and a report is never sent without its photos.
        while (inState('preparing')) await prepare(inState('preparing')!)
      }
      const handed = photos.filter(({ id }) => chosen.has(id))
      return handed.some(({ state }) => state === 'refused') ? null : handed
    },
    stop() {
      stopping.abort()
      stopping = new AbortController()
      set(photos.map((photo) => (photo.state === 'sending' ? { ...photo, state: 'waiting' } : photo)))
    },
  }
  return queue
}

/** The photos to store in a draft: those that have been shrunk and not refused. */
export function keptOf(photos: readonly Photo[]): KeptPhoto[] {
  return photos.flatMap(({ id, fileName, file, key, name, sentAt, state }) =>
    file === null || state === 'refused' ? [] : { id, fileName, file, key, name, sentAt },
  )
}
