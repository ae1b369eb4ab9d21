import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/**
 * What happens to the next requests to a path. `lost`: the portal processes the request, but its answer never comes back. `broken`: half of
 * the answer comes back. `refused`: the connection is closed at once. `held`: the request is never forwarded, and never fails.
 */
type Fate = 'lost' | 'broken' | 'refused' | 'held'

/**
 * A real connection between a browser and a portal, which can be cut. It also carries requests that a test's routes do not see: those of a
 * service worker and of a page that has just been opened.
 */
export interface Line {
  readonly origin: string
  /** Ends every connection, and accepts no new one. */
  cut(): void
  mend(): void
  /** Applies this fate to the next requests to a path. */
  spoil(path: string, fate: Fate, times?: number): void
  /**
   * Replaces the portal's answers to a path: `text` gets the portal's text and returns the new one. With `type`, the answer gets status 200
   * and this content type.
   */
  say(path: string, text: (portals: string) => string, type?: string): void
  /** How many requests to a path have reached the portal. */
  arrived(path: string): number
  /** Forwards to another portal from now on. */
  leadTo(port: number): void
  close(): Promise<void>
}

export async function openLine(port: number): Promise<Line> {
  let target = port
  let down = false
  const sockets = new Set<Socket>()
  const fates = new Map<string, { fate: Fate; left: number }>()
  const sayings = new Map<string, { text: (portals: string) => string; type: string | undefined }>()
  const arrivals = new Map<string, number>()

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const path = (incoming.url ?? '').split('?')[0] ?? ''
    if (down) {
      incoming.socket.destroy()
      return
    }
    const spoiled = fates.get(path)
    const fate = spoiled && spoiled.left-- > 0 ? spoiled.fate : null
    if (fate === 'refused') {
      incoming.socket.destroy()
      return
    }
    if (fate === 'held') return
    // An answer that is to be changed must not be compressed.
    const headers = sayings.has(path) ? { ...incoming.headers, 'accept-encoding': 'identity' } : incoming.headers
    const onward = request({ port: target, host: '127.0.0.1', path: incoming.url, method: incoming.method, headers })
    onward.on('error', () => incoming.socket.destroy())
    onward.on('response', (answer) => {
      arrivals.set(path, (arrivals.get(path) ?? 0) + 1)
      if (down || fate === 'lost') {
        answer.resume().on('end', () => incoming.socket.destroy())
        return
      }
      const saying = sayings.get(path)
      if (!saying && fate === null) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      }
      void text(answer).then((portals) => {
        const said = Buffer.from(saying ? saying.text(portals) : portals)
        const length = { 'content-length': said.length }
        const type = saying?.type ? { 'content-type': saying.type } : {}
        outgoing.writeHead(saying?.type ? 200 : (answer.statusCode ?? 502), { ...answer.headers, ...length, ...type })
        if (fate === 'broken') {
          outgoing.write(said.subarray(0, Math.floor(said.length / 2)), () => incoming.socket.destroy())
        } else {
          outgoing.end(said)
        }
      })
    })
    incoming.pipe(onward)
  }

  const server: Server = createServer(pass)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    if (down) socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo

  return {
    origin: `http://localhost:${own}`,
    cut() {
      down = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      down = false
    },
    spoil: (path, fate, times = 1) => void fates.set(path, { fate, left: times }),
    say: (path, saying, type) => void sayings.set(path, { text: saying, type }),
    arrived: (path) => arrivals.get(path) ?? 0,
    leadTo(next) {
      target = next
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function text(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
