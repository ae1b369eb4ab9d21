import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Call, FormBody } from '#platform/contract/call.ts'
import { send } from '#platform/web/wire/client.ts'
import { flushDrafts, useDraft } from '#platform/web/phone/drafts.ts'
import { uploadFile } from '#platform/web/phone/outbox/upload.ts'
import { asStored, hasFile, type StoredFile } from '#platform/web/phone/stored-file.ts'
import type { ImageReference } from '../contract.ts'
import {
  keptOf,
  type KeptPhoto,
  type Most,
  type Photo,
  photoQueue,
  type PhotoQueue,
  type Upload,
} from './photo-queue.ts'
import { shrink } from './shrink.ts'

export interface PhotoOptions {
  /** The draft in which the photos are kept. */
  readonly key: string
  readonly upload: Call<ImageReference, undefined, FormBody>
  readonly most: Most
  /** Says what happens to photos that could not be sent: 'De skickas med felrapporten.' */
  readonly sentLater: string
}

export interface Photos
  extends
    Pick<PhotoOptions, 'key' | 'upload' | 'most' | 'sentLater'>,
    Pick<PhotoQueue, 'read' | 'add' | 'remove' | 'retry' | 'sendAnew' | 'handOver'> {
  readonly list: readonly Photo[]
  /** Whether the draft has been read. */
  readonly ready: boolean
  /** Removes the photos that now belong to a report; others may have been added meanwhile. */
  readonly release: (ids: readonly string[]) => void
  /** Removes all. */
  readonly discard: () => Promise<void>
}

/** The photos of one report, kept in a draft until they are sent with it. */
export function usePhotos(options: PhotoOptions): Photos {
  const { key, upload: call, most } = options
  const { draft, save, discard } = useDraft<readonly KeptPhoto[]>(key, [{ id: '', fileName: '', sentAt: 0 }])
  const [queue] = useState(() => photoQueue({ shrink, upload: uploadTo(call), now: Date.now, most }))
  const list = useSyncExternalStore(queue.watch, queue.read)
  const restored = useSyncExternalStore(queue.watch, queue.isRestored)

  useEffect(() => {
    if (draft === undefined) return undefined
    let gone = false
    void readable(draft ?? []).then(({ kept, lost }) => gone || queue.restore(kept, lost))
    return () => {
      gone = true
    }
  }, [draft, queue])

  useEffect(() => {
    if (!restored) return undefined
    let last = keptOf(queue.read())
    return queue.watch(() => {
      const kept = keptOf(queue.read())
      // Every save writes the photos again, so not for a change of state only.
      const same = (one: KeptPhoto, at: number) => one.key === last[at]?.key && one.name === last[at]?.name
      if (kept.length === last.length && kept.every(same)) return
      last = kept
      save(kept)
    })
  }, [restored, queue, save])

  useEffect(() => {
    addEventListener('online', queue.retry)
    return () => {
      removeEventListener('online', queue.retry)
      queue.stop()
    }
  }, [queue])

  const { read, add, remove, retry, sendAnew, handOver } = queue
  return {
    ...options,
    list,
    ready: restored,
    read,
    add,
    remove,
    retry,
    sendAnew,
    handOver,
    release: (ids) => {
      queue.remove(...ids)
      if (queue.read().length === 0) void discard()
    },
    discard: async () => {
      queue.clear()
      await discard()
    },
  }
}

/** A draft's photos, and those that the phone can no longer read: an earlier version stored them as Blobs. */
async function readable(draft: readonly KeptPhoto[]): Promise<{ kept: KeptPhoto[]; lost: KeptPhoto[] }> {
  const read = await Promise.allSettled(
    draft.map((photo) => (hasFile(photo) ? asStored<KeptPhoto>(photo) : Promise.reject(new Error('no file')))),
  )
  return {
    kept: read.flatMap((photo) => (photo.status === 'fulfilled' ? photo.value : [])),
    lost: draft.filter((_photo, at) => read[at]?.status === 'rejected'),
  }
}

/** The file name: a shrunk photo is a JPEG, whatever its name was. */
export function fileNameFor({ type }: StoredFile, name: string): string {
  return type === 'image/jpeg' ? `${name.replace(/\.\w+$/, '')}.jpg` : name
}

const uploadTo =
  ({ path }: PhotoOptions['upload']) =>
  async ({ file, fileName, key }: Upload, signal: AbortSignal): Promise<string> => {
    // Stored on the phone before it is sent: a page that is being closed can no longer store large photos.
    await flushDrafts()
    const upload = { file, fileName: fileNameFor(file, fileName), key }
    return uploadFile(upload, path, (call, body, idempotencyKey) => send(call, { body, idempotencyKey, signal }))
  }
