// A client may name any host, port and path. None of this may stay in memory.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request as send, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effort, tried } from '../../checks/effort.ts'
import { type BuiltScreen, builtScreens } from '../build/screens.ts'
import { testPortal, type TestPortal } from './test-portal.ts'
import { portalProcess } from './test-process.ts'

const requests = effort({ sample: 500, full: 100_000 })
const MiB = 1024 * 1024
/** Of the heap. The full number grows it by less than half of that, and by more than twice that if something is kept of each host. */
const most = effort({ sample: 5, full: 2 }) * MiB
/** So long that what is kept of a request is seen. */
const long = Array.from({ length: 4 }, () => 'x'.repeat(58)).join('.')

let portal: TestPortal
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-page-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), await readFile(new URL('../web/index.html', import.meta.url)))
  await writeFile(join(folder, 'version.txt'), '20261122.1')
  await writeFile(join(folder, 'screens.json'), JSON.stringify(withoutFiles(await builtScreens())))
  portal = await testPortal({ LOG_LEVEL: 'silent' }, { page: folder })
}, 120_000)
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const withoutFiles = (screens: readonly BuiltScreen[]) => screens.map(({ path }) => ({ path, files: [] }))

setFlagsFromString('--expose-gc')
// Otherwise V8 gives up the code of the start at some time, and what it gives up hides what is kept.
const keepsCode = '--no-flush-bytecode'
setFlagsFromString(keepsCode)
const collect = runInNewContext('gc') as () => void

/** The memory of the portal's own objects. The embedded database has memory of its own. */
function memory(): number {
  portal.logged.length = 0
  // The second collection removes objects that the first one released.
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

async function ask(from: number, count: number): Promise<void> {
  const token = await portal.token('anna')
  for (let n = from; n < from + count; n++) {
    const port = 1 + (n % 65_535)
    const hosts = [`localhost:${port}`, `norr.localhost:${port}`, `h${n}.${long}.example`, `[::1]:${port}`]
    const host = hosts[n % hosts.length] as string
    const url = `${['/', '/dashboard/start', `/nowhere/${n}`, '/api/user/profile', '/oidc/auth'][n % 5]}?n=${n}${long}`
    const headers = {
      host,
      authorization: `Bearer ${token}`,
      cookie: `a=${n}${long}`,
      'user-agent': `agent ${n}${long}`,
    }
    const { statusCode } = await portal.app.inject({ url, headers })
    expect(statusCode).toBeLessThan(500)
    if (n % 1000 === 0) portal.logged.length = 0
  }
}

test('requests for ever new hosts, ports and paths do not increase the portal’s memory', async (context) => {
  // Fill the bounded caches first.
  await ask(0, 2000)
  const before = memory()
  await ask(2000, requests)
  tried(context, requests)
  expect(memory() - before).toBeLessThan(most)
}, 600_000)

test('nor that of the whole process, including the demo’s sign-in provider', async (context) => {
  const whole = await portalProcess()
  // At this signal the process collects its garbage and says what its objects take.
  const collects = `data:text/javascript,process.getBuiltinModule('v8').setFlagsFromString('${keepsCode}');
    process.on('SIGUSR2',()=>{gc();gc();console.log('heap='+process.memoryUsage().heapUsed)})`.replaceAll(/\s/g, '')
  await whole.start({ NODE_OPTIONS: `--expose-gc --import=${collects}`, LOG_LEVEL: 'silent' })
  const port = Number(new URL(whole.origin).port)
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })

  const known = `localhost:${port}`
  const metadata = '/oidc/.well-known/openid-configuration'
  const paths = ['/', '/dashboard/start', '/nowhere', '/api/user/profile', '/oidc/auth', '/oidc/jwks', metadata]
  async function askAs(n: number): Promise<void> {
    const other = 1 + (n % 65_535)
    const unknown = [`h${n}.${long}.example`, `h${n}.${long}.test:${other}`]
    const hosts = [known, `localhost:${other}`, `norr.localhost:${other}`, ...unknown, `[::1]:${other}`]
    const host = hosts[n % hosts.length] ?? known
    const headers = { host, cookie: `a=${n}${long}`, 'user-agent': `agent ${n}${long}` }
    const path = `${paths[n % paths.length]}?n=${n}${long}`
    const [answer] = (await once(
      send({ host: '127.0.0.1', port, path, agent, setHost: false, headers }).end(),
      'response',
    )) as [IncomingMessage]
    expect(answer.statusCode).toBeLessThan(500)
    await once(answer.resume(), 'end')
  }
  async function askMany(from: number, count: number): Promise<void> {
    let n = from
    const client = async () => {
      while (n < from + count) await askAs(n++)
    }
    await Promise.all(Array.from({ length: 8 }, client))
  }
  /**
   * What its own objects take and what the whole process takes, in bytes, after some seconds of rest: V8 returns unused pages with a delay.
   */
  async function memoryAfter(seconds: number): Promise<{ heap: number; whole: number }> {
    for (let left = seconds; left > 0; left--) {
      process.kill(whole.pid, 'SIGUSR2')
      await rest(1000)
    }
    const resident = execFileSync('ps', ['-o', 'rss=', '-p', String(whole.pid)], { encoding: 'utf8' })
    const [, heap] = [...whole.output().matchAll(/^heap=(\d+)$/gm)].at(-1) ?? []
    return { heap: Number(heap), whole: Number(resident) * 1024 }
  }

  try {
    // First fills the bounded caches, and lets V8 compile the code.
    const first = effort({ sample: 300, full: 20_000 })
    await askMany(0, first)
    const before = await memoryAfter(effort({ sample: 5, full: 15 }))
    await askMany(first, requests)
    tried(context, requests)
    expect((await memoryAfter(3)).heap - before.heap).toBeLessThan(most)
    // Beside the objects the process holds buffers and what the embedded database takes.
    const grown = async () => (await memoryAfter(1)).whole - before.whole
    await expect.poll(grown, { timeout: 60_000 }).toBeLessThan(50 * MiB)
  } finally {
    agent.destroy()
    await whole.remove()
  }
}, 600_000)
