import { useEffect, useState, useSyncExternalStore } from 'react'
import { send } from '#platform/web/wire/client.ts'
import { flushDrafts, useDraft } from '#platform/web/phone/drafts.ts'
import { uploadFile } from '#platform/web/phone/outbox/upload.ts'
import { uploadImage } from '../../calls.ts'
import { keptOf, type KeptPhoto, type Photo, photoQueue, type PhotoQueue, type Upload } from './photo-queue.ts'
import { shrink } from './shrink.ts'

export interface Photos extends Pick<PhotoQueue, 'add' | 'remove' | 'retry' | 'sendAnew' | 'handOver'> {
  readonly list: readonly Photo[]
  /** Whether the draft has been read. */
  readonly ready: boolean
  /** Removes them, once they belong to a report or the report is discarded. */
  readonly discard: () => Promise<void>
}

/** The photos of one report, kept in a draft under `key` until they are sent with it. */
export function usePhotos(key: string): Photos {
  const { draft, save, discard } = useDraft<readonly KeptPhoto[]>(key, [{ id: '', fileName: '', blob: {}, sentAt: 0 }])
  const [queue] = useState(() => photoQueue({ shrink, upload, now: Date.now }))
  const list = useSyncExternalStore(queue.watch, queue.read)
  const restored = useSyncExternalStore(queue.watch, queue.isRestored)

  useEffect(() => {
    if (draft !== undefined) queue.restore((draft ?? []).filter(({ blob }) => blob instanceof Blob))
  }, [draft, queue])

  useEffect(() => {
    if (!restored) return undefined
    let last = keptOf(queue.read())
    return queue.watch(() => {
      const kept = keptOf(queue.read())
      // Every save writes the blobs again, so not for a change of state only.
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

  const { add, remove, retry, sendAnew, handOver } = queue
  return {
    list,
    ready: restored,
    add,
    remove,
    retry,
    sendAnew,
    handOver,
    discard: async () => {
      queue.clear()
      await discard()
    },
  }
}

/** The file name: a shrunk photo is a JPEG, whatever its name was. */
export function fileNameFor({ type }: Blob, name: string): string {
  return type === 'image/jpeg' ? `${name.replace(/\.\w+$/, '')}.jpg` : name
}

async function upload({ blob, fileName, key }: Upload, signal: AbortSignal): Promise<string> {
  // Stored on the phone before it is sent: a page that is being closed can no longer store large photos.
  await flushDrafts()
  const file = { blob, fileName: fileNameFor(blob, fileName), key }
  return uploadFile(file, uploadImage.path, (call, body, idempotencyKey) =>
    send(call, { body, idempotencyKey, signal }),
  )
}
