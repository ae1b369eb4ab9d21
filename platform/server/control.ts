import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ImportRefused } from './area.ts'
import { lockFolder } from './folder-lock.ts'

/**
 * Only one process may hold a data folder: two that open the same embedded database lose rows without an error.
 * The lock is a locked file in the folder, which the kernel frees even after kill -9. An import reaches the portal that holds the
 * folder by a local socket, though not from another container. A process that can read `control.key` in the folder may use it.
 */
export interface Hold {
  release(): Promise<void>
}

export class DataDirBusy extends Error {}

export interface ControlRequest {
  readonly kind: string
  readonly source: string | null
  readonly company: string
  readonly dryRun: boolean
  readonly options: Readonly<Record<string, string>>
}

export type Serve = (request: ControlRequest, tell: (line: string) => void) => Promise<void>
type Message = { line: string } | { done: true } | { refused: readonly string[] } | { failed: true }

/** Larger than any request. Every user of the machine can reach the socket, and a line is kept in memory until it ends. */
const MOST_BYTES = 64 * 1024

/** Takes the folder. Throws DataDirBusy if another process holds it, WrongSetting if it cannot be locked. */
export async function holdDataDir(dataDir: string, serve: Serve): Promise<Hold> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const busy = `${dataDir} används redan av en annan Linjen-process.`
  const unlock = lockFolder(dataDir)
  if (!unlock) throw new DataDirBusy(busy)
  const address = await socketOf(dataDir)
  const key = randomBytes(24).toString('base64url')
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy()))
    socket.on('data', () => socket.bytesRead > MOST_BYTES && socket.destroy())
    // The process that asked may have ended without reading everything: that ends its connection, and nothing else.
    answerOne(socket, key, serve).catch(() => socket.destroy())
  })
  try {
    if (!(await listen(server, address))) {
      // A version before the locked file, which has the socket alone.
      if (address.startsWith('\0') || process.platform === 'win32' || (await isAlive(address)))
        throw new DataDirBusy(busy)
      // The socket file of a process that died: systems without abstract sockets leave it behind.
      await rm(address, { force: true })
      if (!(await listen(server, address))) throw new DataDirBusy(busy)
    }
    await writeFile(join(dataDir, 'control.key'), key, { mode: 0o600 })
  } catch (error) {
    server.close()
    unlock()
    throw error
  }
  return {
    release: () =>
      new Promise((resolve) => {
        server.close(() => (unlock(), resolve()))
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** One line of JSON. Readline ends a line at U+2028 and U+2029 too, which JSON leaves as they are. */
function asLine(content: object): string {
  const json = JSON.stringify(content)
  return `${json.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`)}\n`
}

/** Hands a request to the process that holds the folder. Returns false if none does. */
export async function askHolder(
  dataDir: string,
  request: ControlRequest,
  tell: (line: string) => void,
): Promise<boolean> {
  const socket = connect(await socketOf(dataDir))
  const reached = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  if (!reached) return false
  socket.on('error', () => socket.destroy())
  const key = await readFile(join(dataDir, 'control.key'), 'utf8')
  socket.write(asLine({ key, request }))
  for await (const line of createInterface({ input: socket })) {
    const message = JSON.parse(line) as Message
    if ('line' in message) tell(message.line)
    else {
      socket.end()
      if ('refused' in message) throw new ImportRefused(message.refused)
      if ('failed' in message) throw new ImportRefused(['Det misslyckades i portalen. Dess logg säger varför.'])
      return true
    }
  }
  throw new PortalEnded()
}

/** If it is run again, a command that takes effect step by step continues; others start over, or report that they were done. */
export class PortalEnded extends ImportRefused {
  constructor() {
    super(['Portalen avslutades innan det blev klart. Kör samma kommando igen.'])
  }
}

async function answerOne(socket: Socket, key: string, serve: Serve): Promise<void> {
  const send = (message: Message) => socket.writable && socket.write(asLine(message))
  for await (const line of createInterface({ input: socket })) {
    const asked = askedIn(line)
    if (asked?.key !== key) return void socket.destroy()
    try {
      await serve(asked.request, (text) => send({ line: text }))
      send({ done: true })
    } catch (error) {
      if (error instanceof ImportRefused) send({ refused: error.lines })
      else send({ failed: true })
    }
  }
}

/** Null if the line is not JSON: every user of the machine may write here. */
function askedIn(line: string): { readonly key: string; readonly request: ControlRequest } | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function listen(server: Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error))
    server.once('error', failed).listen(address, () => {
      server.off('error', failed)
      resolve(true)
    })
  })
}

function isAlive(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => (socket.destroy(), resolve(true))).once('error', () => resolve(false))
  })
}

async function socketOf(dataDir: string): Promise<string> {
  const folder = await realpath(dataDir).catch(() => dataDir)
  const name = `linjen-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(tmpdir(), `${name}.sock`)
}
