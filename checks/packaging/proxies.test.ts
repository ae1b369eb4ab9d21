// The proxies' lines of the documents and of packaging, in the real proxies: what the portal believes of a proxy is not a client's.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#platform/server/test-port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sample = (path: string, block: RegExp) => {
  const found = block.exec(read(path))?.[1]
  if (!found) throw new Error(`${path} has no such lines`)
  return found
}

let folder: string
let behind: Server
const running: ChildProcess[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linjen-proxies-'))
  // Answers with what has reached it.
  behind = createServer((request, response) => response.end(JSON.stringify(request.headers)))
  await once(behind.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
  behind.close()
  behind.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
})

const upstream = () => `127.0.0.1:${(behind.address() as AddressInfo).port}`

interface Tried {
  readonly program: 'haproxy' | 'nginx' | 'caddy'
  /** Its file, for a port of its own. */
  readonly file: (port: number) => string
  readonly args: (file: string) => readonly string[]
}

const reference = 'docs/reference-settings.md'
const nginxLines = () =>
  sample(reference, /^```nginx\n(.*?)^```/ms).replace(
    /^upstream portal \{.*\}$/m,
    `upstream portal { server ${upstream()}; keepalive 32; }`,
  )
const caddyArgs = (file: string) => ['run', '--adapter', 'caddyfile', '--config', file]
const caddyLines = () => sample('docs/operating.md', /^```\n(portal\.example\.se \{\n.*?)^```/ms)

const proxies: Record<string, Tried> = {
  haproxy: {
    program: 'haproxy',
    file: (port) =>
      `listen portal\nbind 127.0.0.1:${port}\n${sample(reference, /^```\n# haproxy\n(.*?)^```/ms).replaceAll(/^(server \w+) \S+/gm, `$1 ${upstream()}`)}`,
    args: (file) => ['-db', '-f', file],
  },
  nginx: {
    program: 'nginx',
    file: (port) => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${nginxLines()}
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://portal; } }
}`,
    args: (file) => ['-e', 'stderr', '-p', folder, '-c', file],
  },
  caddy: {
    program: 'caddy',
    file: (port) =>
      `{\n\tadmin off\n}\n${caddyLines().replace('portal.example.se', `http://127.0.0.1:${port}`).replace('127.0.0.1:8080', upstream())}`,
    args: caddyArgs,
  },
  'caddy in compose': {
    program: 'caddy',
    file: (port) =>
      read('packaging/compose/Caddyfile')
        .replace('\tlog default', '\tadmin off\n\tlog default')
        .replace('{$PORTAL_HOSTS}', `http://127.0.0.1:${port}`)
        .replace('portal-a:8080 portal-b:8080', upstream()),
    args: caddyArgs,
  },
}

for (const [name, { program, file, args }] of Object.entries(proxies)) {
  const found = spawnSync(program, [program === 'caddy' ? 'version' : '-v']).error === undefined
  if (!found) process.stdout.write(`SKIPPED: the lines for ${name}. ${program} is not here.\n`)
  test.skipIf(!found)(`${name} passes on no id, trace, host or address of a client’s`, async () => {
    const port = await freePort()
    const path = join(folder, `${name}.conf`)
    writeFileSync(path, file(port))
    const child = spawn(program, args(path), {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    })
    running.push(child)
    const ask = () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(() => (child.exitCode === null ? ask() : child.exitCode), { timeout: 20_000 }).toBe(200)
    const headers = {
      traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
      tracestate: 'a=b',
      'x-request-id': 'a-stranger-chose-it',
      'x-forwarded-host': 'vast.localhost',
      'x-forwarded-proto': 'gopher',
      'x-forwarded-for': '192.0.2.7',
    }
    const answer = await fetch(`http://127.0.0.1:${port}/traced`, { headers })
    const received = (await answer.json()) as IncomingHttpHeaders
    // As the portal takes them from a proxy that it trusts.
    const host = String(received['x-forwarded-host'] ?? received.host)
    expect(new URL(`http://${host}`).hostname).toBe('127.0.0.1')
    expect(received['x-forwarded-proto'] ?? 'http').toBe('http')
    expect(received['x-forwarded-for']).toBe('127.0.0.1')
    expect(received).not.toHaveProperty('traceparent')
    expect(received).not.toHaveProperty('tracestate')
    // Caddy's lines of the documents give no id, and the portal takes none where TRUST_PROXY is not set.
    if (name !== 'caddy') expect(received['x-request-id']).not.toBe(headers['x-request-id'])
  })
}
