// Malformed requests, slow requests and unknown addresses, over real connections.
import { connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientTimes } from '#platform/server/http/door.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

const times = { ...clientTimes, headers: 400, request: 400, upload: 20_000, silence: 5000, farewell: 200 }
let portal: TestPortal
let port: number

beforeAll(async () => {
  portal = await testPortal({}, { times })
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  port = (portal.app.server.address() as AddressInfo).port
})
afterAll(() => portal.close())

interface Received {
  readonly text: string
  readonly status: number
  readonly headers: Record<string, string>
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape
  readonly body: any
}

function open(text: string | Buffer): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write(text)
  return socket
}

/** Reads what the portal sends until it closes the connection. */
async function received(socket: Socket): Promise<Received> {
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  await new Promise((resolve) => socket.once('end', resolve).once('close', resolve))
  socket.destroy()
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.split(': ')[1]]))
  return { text, status: Number(first.split(' ')[1]), headers, body: body.startsWith('{') ? JSON.parse(body) : body }
}

const closing = 'Connection: close\r\n\r\n'
const get = (path: string, host = 'Host: localhost\r\n') => received(open(`GET ${path} HTTP/1.1\r\n${host}${closing}`))
const envelope = (sentence: string) => ({ result: null, timestamp: expect.any(String), errorMessage: sentence })

describe('a Host header', () => {
  test.each(['a b', '%', '[', 'a/b', 'user@host', '999.999.999.999', 'localhost:99999', 'localhost:', ''])(
    'that is not a host, %j, is 400',
    async (host) => {
      for (const path of ['/', '/api/user/profile', '/oidc/auth', '/version.txt']) {
        const { status, body } = await get(path, `Host: ${host}\r\n`)
        expect([path, status, body.errorMessage]).toEqual([path, 400, 'Något i det du skickade är fel.'])
      }
    },
  )

  test('that is missing or occurs twice is 400, except for monitoring', async () => {
    expect((await get('/api/user/profile', '')).status).toBe(400)
    expect((await get('/api/user/profile', 'Host: localhost\r\nhost: norr.localhost\r\n')).status).toBe(400)
    expect((await get('/livez', '')).status).toBe(200)
  })

  test.each(['localhost', 'norr.localhost:8080', '127.0.0.1', '[::1]:80', 'portal.example.se.'])(
    'such as %s is accepted',
    async (host) => expect((await get('/api/user/profile', `Host: ${host}\r\n`)).status).toBe(401),
  )
})

test('data that is not a request is refused in the envelope, with the headers of every answer', async () => {
  const refused = [
    await received(open('GET /\xE5 HTTP/1.1\r\nHost: localhost\r\n\r\n')),
    await received(open(Buffer.from([0x16, 0x03, 0x01, 0, 0xff, 0xfe]))),
    await received(open(`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)),
    await get('/api/%'),
  ]
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 431, 400])
  for (const { headers, body } of refused) {
    expect(body).toEqual(envelope(expect.any(String)))
    expect(headers).toMatchObject({
      connection: 'close',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringContaining('geolocation=()'),
    })
  }
})

test('an expectation that nobody knows is no reason to answer otherwise', async () => {
  const { status, headers, body } = await get('/api/user/profile', 'Host: localhost\r\nExpect: something\r\n')
  expect([status, body]).toEqual([401, envelope('Du behöver logga in.')])
  expect(headers).toMatchObject({ 'x-request-id': expect.any(String), 'x-content-type-options': 'nosniff' })
})

test('https for the subdomains too is a setting', async () => {
  const other = await testPortal({ PUBLIC_URL: 'https://portal.example', HSTS_SUBDOMAINS: 'on' })
  const transport = async (host: string, url: string) =>
    (await other.app.inject({ url, headers: { host } })).headers['strict-transport-security']
  for (const url of ['/livez', '/api/user/profile', '/%']) {
    const both = ['max-age=31536000; includeSubDomains', 'max-age=31536000']
    expect([url, await transport('portal.example', url), await transport('Portal.Example:443', url)]).toEqual([
      url,
      both[0],
      both[0],
    ])
    // A company's own host: who knows what else its domain serves.
    expect([url, await transport('norr.example', url), await transport('', url)]).toEqual([url, both[1], both[1]])
  }
  await other.close()
}, 60_000)

test('an address that is not a call is 404 in the envelope, whatever its case and method', async () => {
  for (const path of ['/API/user/profile', '/Api/', '/api', '/api/finns/inte'])
    expect(await get(path)).toMatchObject({ status: 404, body: envelope('Adressen finns inte.') })
  const { status, body } = await received(open(`POST /dashboard/start HTTP/1.1\r\nHost: localhost\r\n${closing}`))
  expect([status, body]).toEqual([404, envelope('Adressen finns inte.')])
})

test('a call with another method is 405, and says which it accepts', async () => {
  for (const call of portal.app.calls) {
    const { status, headers, body } = await received(
      open(`PUT ${call.path.replaceAll(/:\w+/g, '1')}?x=1 HTTP/1.1\r\nHost: localhost\r\n${closing}`),
    )
    expect([call.path, status, body]).toEqual([call.path, 405, envelope('Adressen kan inte anropas på det sättet.')])
    expect(headers['allow']?.split(', ')).toContain(call.method)
  }
})

test('no answer of the API is cached', async () => {
  const bearer = { authorization: `Bearer ${await portal.token('anna')}`, host: 'localhost' }
  for (const { path, method } of portal.app.calls) {
    for (const headers of [{ host: 'localhost' }, bearer]) {
      const answer = await portal.app.inject({ method, url: path.replaceAll(/:\w+/g, '1'), headers })
      expect([path, answer.statusCode, answer.headers['cache-control']]).toEqual([path, answer.statusCode, 'no-store'])
    }
  }
})

test('nor is one whose address is spelled otherwise', async () => {
  const headers = `Host: localhost\r\nAuthorization: Bearer ${await portal.token('anna')}\r\n`
  for (const address of ['/%61pi/user/profile', 'http://localhost/api/user/profile', '/%61pi/finns/inte']) {
    const answer = await get(address, headers)
    expect([address, answer.headers['cache-control']]).toEqual([address, 'no-store'])
  }
})

describe('a body that does not arrive', () => {
  const begun = (path: string, more = '') =>
    open(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}Content-Length: 9000\r\n\r\n{`,
    )

  test('is not waited for if the request is refused anyway', async () => {
    const { status, headers } = await received(begun('/api/forslag/'))
    expect([status, headers['connection']]).toEqual([401, 'close'])
  })

  test('is abandoned in time, with an answer in the envelope', async () => {
    const authorization = `Authorization: Bearer ${await portal.token('anna')}\r\n`
    expect(await received(begun('/api/forslag/', authorization))).toMatchObject({
      status: 408,
      headers: { connection: 'close' },
      body: envelope('Det du skickade kom inte fram i tid. Försök igen.'),
    })
  })

  test('byte by byte is abandoned too', async () => {
    const socket = begun('/api/forslag/', `Authorization: Bearer ${await portal.token('anna')}\r\n`)
    const drops = setInterval(() => socket.write(' '), 50)
    expect((await received(socket)).status).toBe(408)
    clearInterval(drops)
  })

  test('slow headers are abandoned too', async () => {
    expect((await received(open('GET / HTTP/1.1\r\nHost: loc'))).status).toBe(408)
  })
})

test('an endless upload is cut off at its limit', async () => {
  const authorization = `Authorization: Bearer ${await portal.token('anna')}\r\n`
  const socket = open(
    `POST /api/incident/uploadimage HTTP/1.1\r\nHost: localhost\r\n${authorization}` +
      'Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  const answer = received(socket)
  const send = (bytes: Buffer) =>
    new Promise<void>((resolve) => {
      socket.write(`${bytes.length.toString(16)}\r\n`)
      socket.write(bytes)
      if (socket.write('\r\n') || socket.closed) resolve()
      else goOn = resolve
    })
  let goOn = () => {}
  socket.on('drain', () => goOn()).on('close', () => goOn())
  await send(Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'))
  const megabyte = Buffer.alloc(1024 * 1024, 'a')
  let sent = 0
  while (socket.writable && sent < 100) {
    await send(megabyte)
    sent++
  }
  expect(await answer).toMatchObject({ status: 400, body: { errorMessage: expect.any(String) } })
  expect(sent).toBeLessThan(40)
})
