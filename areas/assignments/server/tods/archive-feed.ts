import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { defaultLimits } from './limits.ts'
import type { Limits } from './limits.ts'
import { openWithBase } from './source.ts'

/**
 * A zip of the files that readFeed reads, so that a version can be stored and restored. The same contents give the same bytes.
 * Throws FeedFault if the source is not acceptable.
 */
export async function archiveFeed(
  source: string | Buffer,
  options: { readonly base?: string; readonly limits?: Partial<Limits> } = {},
): Promise<Buffer> {
  const files = await openWithBase(source, options.base, { ...defaultLimits, ...options.limits })
  const zip = new ZipFile()
  // Without the UTC field a zip's dates are wall-clock times, so the bytes are the same in every time zone.
  const asWritten = { mtime: new Date(2000, 0, 1), forceDosTimestamp: true, mode: 0o100644 }
  const failed = new Promise<never>((_resolve, reject) => {
    zip.on('error', reject)
    for (const name of [...files.names].sort()) {
      zip.addReadStreamLazy(name, asWritten, (give) => {
        const contents = Readable.from(files.open(name))
        // yazl does not listen for errors, and would wait forever.
        contents.on('error', reject)
        give(null, contents)
      })
    }
  })
  zip.end()
  return Promise.race([buffer(zip.outputStream), failed])
}
