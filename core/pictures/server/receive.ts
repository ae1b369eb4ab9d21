import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
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

const OPEN_MS = 8000

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
    await lent(() => rm(path, { force: true })).catch(() => undefined)
  }
}

/** For the opening alone, and the removal: between them the file comes as fast as the sender's coverage lets it. */
const lent = lentThreads(OPEN_MS)

const openNew = (path: string) =>
  lent(async (isLate) => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path, 'wx', 0o600)
    if (!isLate()) return file
    await file.close()
    throw new Error('the disk came back too late')
  }).catch((error: unknown) => {
    throw new NotStored(error)
  })

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
    // Until the file is open nobody else listens, and a stream that breaks off unheard ends the process. Reading it then fails, too.
    part.file.on('error', () => undefined)
    const written = openNew(path).then((file) => pipeline(part.file, file.createWriteStream()).catch(brokenOff))
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
  if (error.syscall || error instanceof NoPicture) throw error
  throw new NoPicture('Bilden kom inte fram hel. Försök igen.')
}
