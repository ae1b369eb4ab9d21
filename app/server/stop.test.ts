// The portal stops while clients are connected, over real connections and with the portal's own stop.
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { stop, type Stopping } from './stop.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

let portal: TestPortal
let app: FastifyInstance
let port: number
const sockets: Socket[] = []

beforeAll(async () => {
  portal = await testPortal()
}, 60_000)
beforeEach(async () => {
  portal.doorstep.state = 'open'
  app = await portal.beside()
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await portal.close()
})

/** A connection whose first bytes the portal has read. */
async function open(text: string): Promise<Socket> {
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  socket.write(text)
  const [ours] = await accepted
  await expect.poll(() => ours.bytesRead).toBe(Buffer.byteLength(text))
  return socket
}

async function received(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  await once(socket, 'end')
  return text
}

const stopping = (more: Partial<Stopping> = {}): Promise<void> =>
  stop({
    app,
    doorstep: portal.doorstep,
    drainMs: 0,
    requestsMs: 500,
    hurry: new AbortController().signal,
    keep: [],
    rest: [],
    ...more,
  })

const stalled = async (length: number) =>
  'POST /api/forslag/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
  `Authorization: Bearer ${await portal.token('anna')}\r\nContent-Length: ${length}\r\n\r\n`

test('goes on answering for a while, although it says that it is not ready', async () => {
  const hurry = new AbortController()
  const stopped = stopping({ drainMs: 600_000, hurry: hurry.signal })
  const origin = `http://localhost:${port}`
  const ready = await fetch(`${origin}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'stopping' }])
  const headers = { authorization: `Bearer ${await portal.token('anna')}`, host: 'localhost' }
  const answer = await app.inject({ url: '/api/user/profile', headers })
  expect([answer.statusCode, answer.headers['connection']]).toEqual([200, 'close'])
  hurry.abort()
  await stopped
  await expect(fetch(`${origin}/livez`)).rejects.toThrow('fetch failed')
})

test('does not wait for stalled clients or for work that does not end', async () => {
  for (let n = 0; n < 10; n++) {
    await open(await stalled(100_000))
    await open('GET / HTTP/1.1\r\nHost: local')
    await open('')
  }
  const ended: string[] = []
  const rest = [async () => void ended.push('work'), () => new Promise<never>(() => {})]
  await stopping({ rest, restMs: 200 })
  expect(ended).toEqual(['work'])
})

test('waits longer for what must be stored, and does so before it ends the rest', async () => {
  const ended: string[] = []
  const keep = [() => Promise.reject(new Error('no store')), () => pause(600).then(() => ended.push('stored'))]
  const rest = [async () => void ended.push('jobs'), () => new Promise<never>(() => {})]
  await stopping({ keep, rest, restMs: 200 })
  expect(ended).toEqual(['stored', 'jobs'])
  ended.length = 0
  app = await portal.beside()
  await stopping({ keep: [() => new Promise<never>(() => {})], keepMs: 200, rest, restMs: 200 })
  expect(ended).toEqual(['jobs'])
})

test('completes running requests, and refuses later ones on an open connection in the envelope', async () => {
  const underWay = await open(await stalled(2))
  const toCome = await open('GET /api/user/profile HTTP/1.1\r\nHost: localhost\r\n')
  const answers = Promise.all([received(underWay), received(toCome)])
  const stopped = stopping({ requestsMs: 60_000 })
  await expect.poll(() => app.server.listening).toBe(false)
  underWay.write('{}')
  toCome.write('\r\n')
  const [first, second] = await answers
  await stopped
  expect(first).toMatch(/^HTTP\/1\.1 400 .*^connection: close.*"Rubrik"/ims)
  expect(second).toMatch(/^HTTP\/1\.1 503 .*^connection: close.*^retry-after: 5.*"Portalen startas om\./ims)
})
