// What docs/operating.md says about the network around the portal: the company's own certificate authority, and a proxy for
// outgoing requests.
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttp, type Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let folder: string
let provider: string
let store: string
let proxy: string
/** The requests that the proxy got. */
let asked: string[]
const servers: Server[] = []
const portOf = (server: Server) => (server.address() as AddressInfo).port
async function listening(server: Server): Promise<Server> {
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return server
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linjen-outbound-'))
  const [key, crt] = [join(folder, 'provider.key'), join(folder, 'provider.crt')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '3', '-keyout', key, '-out', crt]
  execFileSync('openssl', ['req', ...options, ...names], { stdio: 'ignore' })
  const secure = createHttps({ key: readFileSync(key), cert: readFileSync(crt) }, (request, response) => {
    const issuer = `https://${request.headers.host}`
    response.end(JSON.stringify(request.url === '/keys' ? { keys: [] } : { issuer, jwks_uri: `${issuer}/keys` }))
  })
  provider = `https://localhost:${portOf(await listening(secure))}`
  const plain = createHttp((_request, response) => response.end())
  store = `http://127.0.0.1:${portOf(await listening(plain))}`
  const between = createHttp((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(502).end()
  })
  between.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    const [, port] = (request.url ?? '').split(':')
    const onward = connect(Number(port), 'localhost', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  proxy = `http://127.0.0.1:${portOf(await listening(between))}`
})
beforeEach(() => {
  asked = []
})
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(folder, { recursive: true, force: true })
})

/** The output of a process with these Node settings. */
async function said(script: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const { PATH } = process.env
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH, ...environment },
  })
  return (await run).stdout.trim()
}

const askProvider = () => `
  import { providerAt } from './platform/server/http/provider.ts'
  const source = providerAt('${provider}', () => new Date(), { warn() {} })
  console.log(await source.current().then(({ issuer }) => issuer, ({ message }) => message))`

test('a provider with a certificate of the company’s own authority needs NODE_EXTRA_CA_CERTS', async () => {
  expect(await said(askProvider(), {})).toMatch(/DEPTH_ZERO_SELF_SIGNED_CERT$/)
  expect(await said(askProvider(), { NODE_EXTRA_CA_CERTS: join(folder, 'provider.crt') })).toBe(provider)
})

test('NODE_USE_ENV_PROXY sends it through the proxy, except what NO_PROXY names', async () => {
  const known = { NODE_EXTRA_CA_CERTS: join(folder, 'provider.crt'), HTTPS_PROXY: proxy }
  const { host } = new URL(provider)
  expect(await said(askProvider(), known)).toBe(provider)
  expect(asked).toEqual([])
  expect(await said(askProvider(), { ...known, NODE_USE_ENV_PROXY: '1' })).toBe(provider)
  expect(new Set(asked)).toEqual(new Set([host]))
  asked = []
  expect(await said(askProvider(), { ...known, NODE_USE_ENV_PROXY: '1', NO_PROXY: 'localhost' })).toBe(provider)
  expect(asked).toEqual([])
})

test('the store of files and news from an address are reached without it', async () => {
  const { port } = new URL(store)
  const environment = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, HTTPS_PROXY: proxy }
  const keys = { S3_ACCESS_KEY_ID: 'name', S3_SECRET_ACCESS_KEY: 'key', S3_BUCKET: 'bucket', S3_ENDPOINT: store }
  const script = `
    import { internet } from './areas/news/server/import/fetch.ts'
    import { readConfig } from './platform/server/config.ts'
    import { s3Place } from './platform/server/blobs/place.ts'
    const url = new URL('http://news.example.se:${port}/')
    const { status } = await internet.connect({ url, address: '127.0.0.1', signal: AbortSignal.timeout(5000) })
    const { s3, files } = readConfig(process.env)
    const place = await s3Place(s3, files.bucket)
    await place.put('x', Buffer.from('x'))
    console.log(status)`
  expect(await said(script, { ...environment, ...keys, FILES: 's3' })).toBe('200')
  expect(asked).toEqual([])
})
