import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { lentThreads } from '#platform/server/blobs/lent-threads.ts'
import { NotRead } from '#platform/server/files/file-fault.ts'

/** The digest of a file's bytes. Throws NotRead if the disk fails, or does not answer in the time that a sender waits. */
export async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await lentThreads(() => pipeline(createReadStream(path), hash)).catch((error: unknown) => {
    throw new NotRead(error)
  })
  return hash.digest('base64url')
}
