// Clients that stall in every possible way, with a portal in a separate process and its real limits.
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effort, tried } from '../../checks/effort.ts'
import { portalProcess, type Process } from './test-process.ts'

const clients = effort({ sample: 20, full: 200 })
const seconds = effort({ sample: 2, full: 300 })
const MARGIN_S = 3

let portal: Process
let bearer: string
beforeAll(async () => {
  portal = await portalProcess()
  await portal.start()
  bearer = await portal.signIn('anna')
}, 120_000)
afterAll(() => portal.remove())

const head = (path: string, more: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bearer}\r\n${more}`

const ways: readonly { readonly begin: () => string; readonly drip?: string }[] = [
  { begin: () => '' },
  { begin: () => 'GET / HTTP/1.1\r\nHost: local' },
  { begin: () => 'GET / HTTP/1.1\r\n', drip: 'X-A: b\r\n' },
  { begin: () => head('/api/forslag/', 'Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{') },
  {
    begin: () => head('/api/forslag/', 'Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{'),
    drip: ' ',
  },
  { begin: () => 'POST /api/forslag/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{' },
  {
    begin: () =>
      head(
        '/api/incident/uploadimage',
        'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n--x\r\n' +
          'Content-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n',
      ),
    drip: 'a',
  },
]

test('stalled and slow clients keep nobody from an answer, and do not keep the portal from stopping', async (context) => {
  const sockets: { readonly socket: Socket; readonly drip: string | undefined }[] = []
  const { port } = new URL(portal.origin)
  for (let n = 0; n < clients; n++) {
    const { begin, drip } = ways[n % ways.length] as (typeof ways)[number]
    // It must read, or it would never notice that the portal has closed the connection.
    const socket = connect(Number(port), '127.0.0.1')
      .on('error', () => {})
      .resume()
    socket.write(begin())
    sockets.push({ socket, drip })
  }
  for (let second = 0; second < seconds; second++) {
    for (const { socket, drip } of sockets) if (drip && socket.writable) socket.write(drip)
    const answer = await fetch(`${portal.origin}/api/user/profile`, { headers: { authorization: `Bearer ${bearer}` } })
    expect(answer.status).toBe(200)
    await setTimeout(1000)
  }
  // After five minutes only uploads may be left: their limit is ten minutes.
  if (seconds > 120) {
    const left = sockets.flatMap(({ socket }, n) => (socket.destroyed ? [] : [n % ways.length]))
    expect(left.filter((way) => way !== 6)).toEqual([])
  }
  tried(context, clients)
  const began = performance.now()
  await portal.stop()
  expect((performance.now() - began) / 1000).toBeLessThan(15 + MARGIN_S)
  for (const { socket } of sockets) socket.destroy()
}, 420_000)
