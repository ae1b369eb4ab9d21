// Whoever asks may name any host, port and path: none of it may stay in memory.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effort, tried } from '../../checks/effort.ts'
import { pagePaths } from '../build/page-paths.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

const requests = effort({ sample: 5000, full: 100_000 })
const most = effort({ sample: 5, full: 50 }) * 1024 * 1024

let portal: TestPortal
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-page-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), await readFile(new URL('../web/index.html', import.meta.url)))
  await writeFile(join(folder, 'version.txt'), '20261122.1')
  await writeFile(join(folder, 'paths.json'), JSON.stringify(await pagePaths()))
  portal = await testPortal({ LOG_LEVEL: 'silent' }, { page: folder })
}, 120_000)
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What the portal's own objects take; the embedded database has a memory of its own. */
function memory(): number {
  portal.logged.length = 0
  // The first round leaves what only then is found to be unused.
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

async function ask(from: number, count: number): Promise<void> {
  const token = await portal.token('anna')
  for (let n = from; n < from + count; n++) {
    const port = 1 + (n % 65_535)
    const host = [`localhost:${port}`, `norr.localhost:${port}`, `h${n}.example`, `[::1]:${port}`][n % 4] as string
    const url = ['/', `/dashboard/start?n=${n}`, `/nowhere/${n}`, `/api/user/profile?n=${n}`, `/oidc/auth?n=${n}`][
      n % 5
    ] as string
    const headers = { host, authorization: `Bearer ${token}`, cookie: `a=${n}`, 'user-agent': `agent ${n}` }
    const { statusCode } = await portal.app.inject({ url, headers })
    expect(statusCode).toBeLessThan(500)
    if (n % 1000 === 0) portal.logged.length = 0
  }
}

test('requests for ever new hosts, ports and paths leave the portal’s memory as it was', async (context) => {
  // What is kept, up to its bounds, is there before.
  await ask(0, 2000)
  const before = memory()
  await ask(2000, requests)
  tried(context, requests)
  expect(memory() - before).toBeLessThan(most)
}, 600_000)
