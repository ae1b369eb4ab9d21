import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { allowedBy, fetchAllowed, internet, NotFetched, type Answered, type Target, type Web } from './fetch.ts'
import { isPublicAddress } from './public-address.ts'

const limits = { bytes: 1000, milliseconds: 2000 }

async function* bytes(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part)
}

/** A fake web that records which addresses were requested. */
function fakeWeb(names: Record<string, string[]>, answers: Record<string, Partial<Answered>> = {}) {
  const connected: string[] = []
  const web: Web = {
    resolve: async (hostname) => names[hostname] ?? [],
    connect: async ({ url, address }: Target) => {
      connected.push(`${address} ${url.href}`)
      return { status: 200, headers: {}, body: bytes('hej'), ...answers[url.href] }
    },
  }
  return { web, connected }
}

const anywhere = () => true
const publicIp = '93.184.215.14'

describe('isPublicAddress', () => {
  test.each([publicIp, '8.8.8.8', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '2a00:1450:400f::200e'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '100::1',
    'localhost',
    '',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('no request is made to', () => {
  const names = {
    'intern.example': ['10.0.0.5'],
    'rebind.example': [publicIp, '127.0.0.1'],
    'mapped.example': ['::ffff:127.0.0.1'],
    localhost: ['127.0.0.1', '::1'],
    'localhost.': ['127.0.0.1'],
  }
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://0x7f.1/',
    'http://①②⑦.⓪.⓪.①/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:ffff:a00:1]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0/',
    'http://localhost:8080/',
    'http://LOCALHOST./',
    'http://intern.example/',
    'http://rebind.example/',
    'http://mapped.example/',
    'http://finns-inte.example/',
  ])('%s, even if every address is allowed', async (address) => {
    const { web, connected } = fakeWeb(names)
    await expect(fetchAllowed(address, anywhere, web, limits)).rejects.toThrow(NotFetched)
    expect(connected).toEqual([])
  })

  test.each([
    'https://www.example.se.attacker.example/nyheter/feed',
    'https://attacker.example/https://www.example.se/nyheter/',
    'https://www.example.se@attacker.example/nyheter/',
    'https://www.example.se:8443/nyheter/feed',
    'http://www.example.se/nyheter/feed',
    'https://www.example.se/nyheter/../intern/feed',
    'https://www.example.se/nyheter/%2e%2e/intern',
    'https://www.example.se/nyheter/..%2fintern',
    'https://www.example.se/nyheter/..%2Fintern',
    'https://www.example.se/nyheter/..%5cintern',
    'https://www.example.se/nyheter/..%5Cintern',
    'https://www.example.se/nyheter/..%252fintern',
    'https://www.example.se/nyheter/..%25252Fintern',
    'https://www.example.se/nyheter/..%255cintern',
    'https://www.example.se/nyheter/%252e%252e/intern',
    'https://www.example.se/nyheter-x',
    'https://user:pass@www.example.se/nyheter/feed',
    'file:///etc/passwd',
    'ftp://www.example.se/nyheter/',
    '//www.example.se/nyheter/',
    'not an address',
  ])('%s, which is not on the list', async (address) => {
    const { web, connected } = fakeWeb({ 'www.example.se': [publicIp], 'attacker.example': [publicIp] })
    await expect(fetchAllowed(address, allowedBy(['https://www.example.se/nyheter']), web, limits)).rejects.toThrow(
      NotFetched,
    )
    expect(connected).toEqual([])
  })
})

test('connects to exactly the address that was checked', async () => {
  const { web, connected } = fakeWeb({ 'www.example.se': [publicIp, '8.8.8.8'] })
  const { bytes: got } = await fetchAllowed(
    'https://www.example.se/a',
    allowedBy(['https://www.example.se']),
    web,
    limits,
  )
  expect([got.toString(), connected]).toEqual(['hej', [`${publicIp} https://www.example.se/a`]])
})

test.each([
  'http://127.0.0.1/',
  'http://[::1]/',
  'http://intern.example/',
  'https://elsewhere.example/',
  'file:///etc/passwd',
  '//10.0.0.1/x',
])('a redirect to %s is not followed', async (location) => {
  const { web, connected } = fakeWeb(
    { 'www.example.se': [publicIp], 'intern.example': ['192.168.0.1'], 'elsewhere.example': [publicIp] },
    { 'http://www.example.se/': { status: 302, headers: { location } } },
  )
  const sources = allowedBy([
    'http://www.example.se',
    'http://intern.example',
    'http://127.0.0.1',
    'http://10.0.0.1',
    'http://[::1]',
  ])
  await expect(fetchAllowed('http://www.example.se/', sources, web, limits)).rejects.toThrow(NotFetched)
  expect(connected).toEqual([`${publicIp} http://www.example.se/`])
})

test('follows a few redirects within the list, and no more', async () => {
  const hop = (location: string) => ({ status: 301, headers: { location } })
  const { web, connected } = fakeWeb(
    { 'www.example.se': [publicIp] },
    {
      'https://www.example.se/a': hop('/b'),
      'https://www.example.se/b': hop('c'),
      'https://www.example.se/loop': hop('loop'),
    },
  )
  const allows = allowedBy(['https://www.example.se'])
  expect((await fetchAllowed('https://www.example.se/a', allows, web, limits)).url.pathname).toBe('/c')
  connected.length = 0
  await expect(fetchAllowed('https://www.example.se/loop', allows, web, limits)).rejects.toThrow(
    'för många omdirigeringar',
  )
  expect(connected.length).toBe(4)
})

test.each([
  ['a declared size', { headers: { 'content-length': '1001' } }],
  ['a body without end', { body: bytes(...Array.from({ length: 2000 }, () => 'x')) }],
  ['a packed body', { headers: { 'content-encoding': 'gzip' } }],
  ['an error', { status: 500 }],
])('%s is refused', async (_what, answered) => {
  const { web } = fakeWeb({ 'www.example.se': [publicIp] }, { 'http://www.example.se/': answered })
  await expect(fetchAllowed('http://www.example.se/', anywhere, web, limits)).rejects.toThrow(NotFetched)
})

/** A local server in place of one on the internet. */
async function served(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const web: Web = {
    resolve: async () => [publicIp],
    connect: (target) => internet.connect({ ...target, address: '127.0.0.1' }),
  }
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { server, web, address: `http://www.example.se:${port}/`, close }
}

test('a server that never ends its answer is abandoned after the time limit', async () => {
  const { web, address, close } = await served((_request, response) => void response.write('x'))
  try {
    const short = { bytes: 1000, milliseconds: 300 }
    await expect(fetchAllowed(address, anywhere, web, short)).rejects.toThrow('för lång tid')
  } finally {
    close()
  }
})

test.each([
  ['an error', 500, {}],
  ['a redirect that is not followed', 302, { location: 'file:///etc/passwd' }],
  ['a declared size', 200, { 'content-length': '100000000' }],
  ['a packed body', 200, { 'content-encoding': 'gzip' }],
  ['a body without end', 200, {}],
])('%s leaves no connection open', async (_what, status, headers) => {
  const { server, web, address, close } = await served((_request, response) => {
    response.writeHead(status, headers)
    response.write('x'.repeat(1_000_000))
  })
  const closed = new Promise<string>((resolve) =>
    server.on('connection', (socket) => socket.on('close', () => resolve('closed'))),
  )
  const patience = new Promise<string>((resolve) => setTimeout(resolve, 2000, 'open'))
  try {
    const slow = { bytes: 1000, milliseconds: 60_000 }
    await expect(fetchAllowed(address, anywhere, web, slow)).rejects.toThrow(NotFetched)
    expect(await Promise.race([closed, patience])).toBe('closed')
  } finally {
    close()
  }
})
