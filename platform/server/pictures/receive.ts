import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { NoPicture } from './remake.ts'

const MAX_MEGABYTES = 20
export const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024
/** Room for the form around the file. */
const MAX_FORM_BYTES = MAX_BYTES + 64 * 1024

const FIELD = 'file'

const limits = { fileSize: MAX_BYTES, files: 10, fields: 10, parts: 20, fieldSize: 1024, fieldNameSize: 100 }

export interface Received {
  readonly path: string
  /** What it was called where it came from, without its folders. For showing only. */
  readonly fileName: string
}

/**
 * Writes the one file of a multipart form to a folder while it arrives, so that a large one never is in memory, hands it
 * to `use` and removes it. Throws NoPicture where there is not exactly one file of a size that is taken.
 */
export async function withReceivedFile<T>(
  request: FastifyRequest,
  folder: string,
  use: (received: Received) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new NoPicture('Välj en bild.')
  // Told before it has come in, where the sender says how much it is.
  if (Number(request.headers['content-length'] ?? 0) > MAX_FORM_BYTES) throw tooLarge()
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  try {
    return await use({ path, fileName: await writeOnlyFile(request, path) })
  } finally {
    await rm(path, { force: true })
  }
}

const tooLarge = () => new NoPicture(`Bilden är för stor. Högst ${MAX_MEGABYTES} MB går bra.`)

async function writeOnlyFile(request: FastifyRequest, path: string): Promise<string> {
  const files: MultipartFile[] = []
  let bytes = 0
  for await (const part of partsOf(request)) {
    if (part.type !== 'file') continue
    files.push(part)
    // Every part must be read to its end, or the form never ends.
    if (part.fieldname !== FIELD || files.length > 1) part.file.resume()
    else {
      await pipeline(part.file, createWriteStream(path, { flags: 'wx' })).catch(brokenOff)
      bytes = part.file.bytesRead
    }
  }
  const [file] = files
  if (files.length > 1) throw new NoPicture('Skicka en bild i taget.')
  if (!file || file.fieldname !== FIELD) throw new NoPicture('Välj en bild.')
  if (file.file.truncated) throw tooLarge()
  if (bytes === 0) throw new NoPicture('Filen är tom.')
  return file.filename
}

async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  const parts = request.parts({ limits, throwFileSizeLimit: false } as Parameters<FastifyRequest['parts']>[0])
  while (true) {
    const next = await parts.next().catch(brokenOff)
    if (next.done) return
    yield next.value
  }
}

/** What the form or its sender is to blame for is told to the sender; a full disk is our own failure. */
function brokenOff(error: NodeJS.ErrnoException): never {
  if (error.syscall) throw error
  throw new NoPicture('Bilden kom inte fram hel. Försök igen.')
}

/** Removes what a killed process left behind: files that came in before `before`. */
export async function sweepReceived(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtime < before) await rm(path, { force: true })
  }
}
