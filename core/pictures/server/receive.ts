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

const tooLarge = () => new NoPicture(`Bilden är för stor. Högst ${MAX_MEGABYTES}\u00a0MB går bra.`)

async function writeOnlyFile(request: FastifyRequest, path: string): Promise<string> {
  let file: MultipartFile | null = null
  // What is refused is not read to its end: the answer closes the connection.
  for await (const part of partsOf(request)) {
    if (part.type !== 'file') continue
    if (part.fieldname !== FIELD) throw new NoPicture('Välj en bild.')
    if (file) throw new NoPicture('Skicka en bild i taget.')
    file = part
    const cut = new Promise<never>((_resolve, reject) => part.file.once('limit', () => reject(tooLarge())))
    const written = pipeline(part.file, createWriteStream(path, { flags: 'wx' })).catch(brokenOff)
    await Promise.race([written, cut])
  }
  if (!file) throw new NoPicture('Välj en bild.')
  if (file.file.truncated) throw tooLarge()
  if (file.file.bytesRead === 0) throw new NoPicture('Filen är tom.')
  return file.filename
}

async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  const parts = request.parts({ limits, throwFileSizeLimit: false } as Parameters<FastifyRequest['parts']>[0])
  let next = parts.next()
  let bytes = 0
  // Also what belongs to no part.
  request.raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_FORM_BYTES) request.raw.emit('error', tooLarge())
  })
  while (true) {
    const part = await next.catch(brokenOff)
    if (part.done) return
    yield part.value
    next = parts.next()
  }
}

/** What the form or its sender is to blame for is told to the sender; a full disk is our own failure. */
function brokenOff(error: NodeJS.ErrnoException): never {
  if (error.syscall || error instanceof NoPicture) throw error
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
