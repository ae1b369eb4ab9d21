import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { defaultLimits } from './limits.ts'
import type { Limits } from './limits.ts'
import { openWithBase } from './source.ts'

/**
 * A zip of the files that readFeed reads, the same bytes for the same contents, so that a version can be kept and restored.
 * Throws FeedFault where the source is not acceptable: read it first.
 */
export async function archiveFeed(
  source: string | Buffer,
  options: { readonly base?: string; readonly limits?: Partial<Limits> } = {},
): Promise<Buffer> {
  const files = await openWithBase(source, options.base, { ...defaultLimits, ...options.limits })
  const zip = new ZipFile()
  // Without the field for UTC a zip's dates are wall-clock: so the same bytes in every time zone.
  const asWritten = { mtime: new Date(2000, 0, 1), forceDosTimestamp: true, mode: 0o100644 }
  const failed = new Promise<never>((_resolve, reject) => {
    zip.on('error', reject)
    for (const name of [...files.names].sort()) {
      zip.addReadStreamLazy(name, asWritten, (give) => {
        const contents = Readable.from(files.open(name))
        // yazl does not listen, and would wait for ever.
        contents.on('error', reject)
        give(null, contents)
      })
    }
  })
  zip.end()
  return Promise.race([buffer(zip.outputStream), failed])
}
