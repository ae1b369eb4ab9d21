import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { defaultLimits } from './limits.ts'
import type { Limits } from './limits.ts'
import { openWithBase } from './source.ts'

/** Older than a zip's dates reach: yazl writes the oldest there is, whatever the machine's time zone. */
const mtime = new Date(0)

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
  const failed = new Promise<never>((_resolve, reject) => zip.on('error', reject))
  for (const name of [...files.names].sort()) {
    zip.addReadStreamLazy(name, { mtime, mode: 0o100644 }, (give) => give(null, Readable.from(files.open(name))))
  }
  zip.end()
  return Promise.race([buffer(zip.outputStream), failed])
}
