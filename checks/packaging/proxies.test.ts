// Runs the real proxies with the configurations of the documents and of packaging. A client cannot forge what the portal believes of a proxy,
// a part of the portal that is unavailable makes nothing else unavailable, and the logs have no secrets.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '#platform/server/test-port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sample = (path: string, block: RegExp) => {
  const found = block.exec(read(path))?.[1]
  if (!found) throw new Error(`${path} has no such lines`)
  return found
}

/** The portal's answer when a part of it is unavailable. */
const away = { status: 503, retry: '60', body: '{"message":"Bilden kunde inte sparas."}' }

let folder: string
/** Two processes of the portal. */
let behind: Server[]
let child: ChildProcess | undefined

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linjen-proxies-'))
  behind = [1, 2].map(() =>
    createServer((request, response) => {
      request.resume()
      if (request.url === '/photo') response.writeHead(away.status, { 'retry-after': away.retry }).end(away.body)
      // The headers that have reached it.
      else response.end(JSON.stringify(request.headers))
    }),
  )
  for (const server of behind) await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
  stopBehind()
  rmSync(folder, { recursive: true, force: true })
})

function stopBehind() {
  for (const server of behind) {
    server.close()
    server.closeAllConnections()
  }
}

const logFiles = () => globSync(join(folder, '*.log'))

const upstream = (which: number) => `127.0.0.1:${(behind[which]!.address() as AddressInfo).port}`
const upstreams = () => `${upstream(0)} ${upstream(1)}`

interface Tried {
  readonly program: 'haproxy' | 'nginx' | 'caddy'
  /** Its configuration, for the port on which it listens. */
  readonly file: (port: number) => string
  readonly args: (file: string) => readonly string[]
}

const reference = 'docs/reference-settings.md'
const nginxLines = (port: number) =>
  sample(reference, /^```nginx\n(.*?)^```/ms)
    .replace('10.0.0.11:8080', upstream(0))
    .replace('10.0.0.12:8080', upstream(1))
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replaceAll(/^ *ssl_.*\n/gm, '')
    .replaceAll('/var/log/nginx', folder)
const haproxyLines = () =>
  sample(reference, /^```\n# haproxy\n(.*?)^```/ms)
    .replace('10.0.0.11:8080', upstream(0))
    .replace('10.0.0.12:8080', upstream(1))
const caddyArgs = (file: string) => ['run', '--adapter', 'caddyfile', '--config', file]
const caddyLines = (port: number) =>
  `{\n\tadmin off\n${sample('docs/operating.md', /^```\n\{\n(.*?portal\.example\.se \{\n.*?)^```/ms).replace('portal.example.se', `http://127.0.0.1:${port}`)}`

/** The controller ingress-nginx, with its own defaults and what the guide sets: its template is nginx's directives by other names. */
const ingressNginx = (port: number, level: string) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log ${level};
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  client_body_buffer_size 8k;
  client_max_body_size 21m;
  upstream portal { server ${upstream(0)}; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://portal; }
  }
}`

const proxies: Record<string, Tried> = {
  haproxy: {
    program: 'haproxy',
    // The defaults are those of Debian's configuration.
    file: (port) => `
global
  log stdout format raw local0
defaults
  log global
  option httplog
listen portal
bind 127.0.0.1:${port}
${haproxyLines()}`,
    args: (file) => ['-db', '-f', file],
  },
  nginx: {
    program: 'nginx',
    // The logs are those of Debian's configuration. A single process, so that the test can end it.
    file: (port) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log ${folder}/access.log;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${nginxLines(port)}
}`,
    args: (file) => ['-e', 'stderr', '-p', folder, '-c', file],
  },
  caddy: {
    program: 'caddy',
    file: (port) => caddyLines(port).replace('127.0.0.1:8080', upstream(0)),
    args: caddyArgs,
  },
  'caddy before two processes': {
    program: 'caddy',
    file: (port) =>
      caddyLines(port)
        .replace(/^\treverse_proxy .*?^\t\}\n/ms, sample('docs/operating.md', /^```\n(\treverse_proxy .*?)^```/ms))
        .replace('127.0.0.1:8080 127.0.0.1:8081', upstreams()),
    args: caddyArgs,
  },
  'caddy in compose': {
    program: 'caddy',
    file: (port) =>
      read('packaging/compose/Caddyfile')
        .replace('\tlog default', '\tadmin off\n\tlog default')
        .replace('{$PORTAL_HOSTS}', `http://127.0.0.1:${port}`)
        .replace('portal-a:8080 portal-b:8080', upstreams()),
    args: caddyArgs,
  },
}

const hasNginx = spawnSync('nginx', ['-v']).error === undefined
describe.skipIf(!hasNginx)('ingress-nginx', () => {
  const secrets = ['hemligt', '3f9c2b', '127.0.0.1']

  /** What its error log has after a search, a calendar and a long report, before and after the portal has gone. */
  async function errorLog(level: string): Promise<string> {
    const port = await freePort()
    const path = join(folder, 'ingress.conf')
    writeFileSync(path, ingressNginx(port, level))
    child = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', path], { stdio: 'ignore' })
    const ask = (place: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}${place}`, init).then(
        ({ status }) => status,
        () => 0,
      )
    const all = () =>
      Promise.all([
        ask(`/api/sok?q=${secrets[0]}`),
        ask(`/kalender/${secrets[1]}.ics`),
        ask(`/api/sok?q=${secrets[0]}`, { method: 'POST', body: 'x'.repeat(20_000) }),
      ])
    await expect.poll(all, { timeout: 20_000 }).toEqual([200, 200, 200])
    stopBehind()
    expect(await all()).toEqual([502, 502, 502])
    return readFileSync(join(folder, 'error.log'), 'utf8')
  }

  test('has nothing of a secret in its error log at the level that the guide and the chart name', async () => {
    const [, level = ''] = /error-log-level: (\w+)/.exec(read('packaging/chart/values.yaml')) ?? []
    expect(read('docs/operating.md')).toContain(`\`error-log-level: ${level}\``)
    const log = await errorLog(level)
    for (const secret of secrets) expect(log).not.toContain(secret)
  })

  test('has all of them at its own level', async () => {
    const log = await errorLog('notice')
    for (const secret of secrets) expect(log).toContain(secret)
    expect(log).toContain('a client request body is buffered')
  })
})

for (const [name, { program, file, args }] of Object.entries(proxies)) {
  const found = spawnSync(program, [program === 'caddy' ? 'version' : '-v']).error === undefined
  if (!found) process.stdout.write(`SKIPPED: the lines for ${name}. ${program} is not here.\n`)
  describe.skipIf(!found)(name, () => {
    let address: string
    let output: string
    beforeEach(async () => {
      const port = await freePort()
      const path = join(folder, 'proxy.conf')
      writeFileSync(path, file(port))
      const started = spawn(program, args(path), {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      })
      child = started
      output = ''
      for (const stream of [started.stdout, started.stderr])
        stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
      address = `http://127.0.0.1:${port}`
      const ask = () =>
        fetch(address).then(
          ({ status }) => status,
          () => 0,
        )
      await expect.poll(() => (started.exitCode === null ? ask() : output), { timeout: 20_000 }).toBe(200)
    })

    test('passes on no id, trace, host or address of a client’s', async () => {
      const headers = {
        traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
        tracestate: 'a=b',
        'x-request-id': 'a-stranger-chose-it',
        'x-forwarded-host': 'vast.localhost',
        'x-forwarded-proto': 'gopher',
        'x-forwarded-for': '192.0.2.7',
      }
      const answer = await fetch(`${address}/traced`, { headers })
      const received = (await answer.json()) as IncomingHttpHeaders
      // Read as the portal reads them from a proxy that it trusts.
      const host = String(received['x-forwarded-host'] ?? received.host)
      expect(new URL(`http://${host}`).hostname).toBe('127.0.0.1')
      expect(received['x-forwarded-proto'] ?? 'http').toBe('http')
      expect(received['x-forwarded-for']).toBe('127.0.0.1')
      expect(received).not.toHaveProperty('traceparent')
      expect(received).not.toHaveProperty('tracestate')
      // An id of the proxy's own, in the form that the portal takes.
      expect(received['x-request-id']).toMatch(/^[\w-]{8,64}$/)
      expect(received['x-request-id']).not.toBe(headers['x-request-id'])
    })

    test('lets everything else go on where a part answers 503, whose words and time to wait reach the client', async () => {
      for (const method of ['GET', 'PUT', 'POST'])
        for (let times = 0; times < 4; times += 1) {
          const answer = await fetch(`${address}/photo`, { method, ...(method !== 'GET' && { body: 'a photo' }) })
          const { status, headers } = answer
          expect([method, { status, retry: headers.get('retry-after'), body: await answer.text() }]).toEqual([
            method,
            away,
          ])
          expect((await fetch(`${address}/duty`)).status).toBe(200)
        }
    })

    test('logs neither what is searched for nor the address of a calendar, nor does it while the portal is away', async () => {
      const secrets = ['hemligt', '3f9c2b']
      // 0: haproxy closes the client's connection if its connection to the portal ended while it was used.
      const ask = (place: string) =>
        Promise.all(
          [`/api/sok?q=${secrets[0]}`, `/kalender/${secrets[1]}.ics`, place].map((path) =>
            fetch(`${address}${path}`).then(
              ({ status }) => status,
              () => 0,
            ),
          ),
        )
      const logs = () => [output, ...logFiles().map((file) => readFileSync(file, 'utf8'))].join('\n')
      /** The statuses of the answers, or [0] while the log does not have the address yet. Caddy's log never has it. */
      const asked = async (place: string) => {
        const answers = await ask(place)
        return program === 'caddy' || logs().includes(place) ? answers : [0]
      }
      await expect.poll(() => asked('/there')).toEqual([200, 200, 200])
      stopBehind()
      await expect
        .poll(async () => (await asked('/away')).every((status) => status >= 502), { timeout: 20_000 })
        .toBe(true)
      if (program === 'caddy') expect(logs()).toContain('serving initial configuration')
      for (const secret of secrets) expect(logs()).not.toContain(secret)
    }, 30_000)
  })
}
