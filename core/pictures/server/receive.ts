import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { lentThreads } from '#platform/server/blobs/lent-threads.ts'
import { NotStored } from '#platform/server/files/file-fault.ts'
import { NoPicture } from './remake.ts'

const MAX_MEGABYTES = 20
export const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024
/** Allows for the form around the file. */
const MAX_FORM_BYTES = MAX_BYTES + 64 * 1024

const FIELD = 'file'

const limits = { fileSize: MAX_BYTES, files: 10, fields: 10, parts: 20, fieldSize: 1024, fieldNameSize: 100 }

export interface Received {
  readonly path: string
  /** Its original name, without folders. Only to be shown. */
  readonly fileName: string
}

/**
 * Writes the one file of a multipart form to a folder while it arrives, so that a large one is never in memory, passes it
 * to `use` and removes it. Throws NoPicture if there is not exactly one file of an accepted size.
 */
export async function withReceivedFile<T>(
  request: FastifyRequest,
  folder: string,
  use: (received: Received) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new NoPicture('Välj en bild.')
  // Refused before it has arrived if the sender declares its size.
  if (Number(request.headers['content-length'] ?? 0) > MAX_FORM_BYTES) throw tooLarge()
  const path = join(folder, randomUUID())
  try {
    return await use({ path, fileName: await writeOnlyFile(request, path) })
  } finally {
    // Waits only for a short time, because the disk may hang and the sender waits. A file that is left is removed within the day.
    const removed = lentThreads(() => rm(path, { force: true })).catch(() => undefined)
    await Promise.race([removed, setTimeout(REMOVAL_MS, undefined, { ref: false })])
  }
}

const REMOVAL_MS = 1000

/** Borrows a thread for each step separately, because between the steps the file arrives only as fast as the sender's coverage allows. */
async function writeNew(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const file = await lentThreads(async (isLate) => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const opened = await open(path, 'wx', 0o600)
    if (!isLate()) return opened
    await opened.close()
    throw new Error('the disk came back too late')
  }).catch(notStored)
  try {
    for await (const chunk of chunks) await lentThreads(() => file.appendFile(chunk)).catch(notStored)
  } finally {
    await lentThreads(() => file.close()).catch((error: unknown) => {
      // If no thread was lent, the file would stay open.
      void file.close().catch(() => undefined)
      notStored(error)
    })
  }
}

function notStored(error: unknown): never {
  throw new NotStored(error)
}

const tooLarge = () => new NoPicture(`Bilden är för stor. Högst ${MAX_MEGABYTES}\u00a0MB går bra.`)

async function writeOnlyFile(request: FastifyRequest, path: string): Promise<string> {
  let file: MultipartFile | null = null
  // A refused form is not read to its end: the answer closes the connection.
  for await (const part of partsOf(request)) {
    if (part.type !== 'file') continue
    if (part.fieldname !== FIELD) throw new NoPicture('Välj en bild.')
    if (file) throw new NoPicture('Skicka en bild i taget.')
    file = part
    const cut = new Promise<never>((_resolve, reject) => part.file.once('limit', () => reject(tooLarge())))
    // Until the file is open nothing else listens, and a stream error without a listener ends the process. Reading the stream then fails too.
    part.file.on('error', () => undefined)
    const written = writeNew(path, part.file).catch(brokenOff)
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
  // Counts also bytes that belong to no part.
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

/** Reports faults of the form or its sender to the sender; a full disk is our own failure. */
function brokenOff(error: NodeJS.ErrnoException): never {
  if (error.syscall || error instanceof NoPicture || error instanceof NotStored) throw error
  throw new NoPicture('Bilden kom inte fram hel. Försök igen.')
}
