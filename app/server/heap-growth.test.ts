import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import v8 from 'node:v8'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Platform } from '#platform/server/area.ts'
import { runCommand } from './run-command.ts'
import { IMPORT_FLAGS, PORTALS_FLAG, START_FLAGS } from './heap-growth.ts'

const set: string[] = []
beforeEach(() => {
  set.length = 0
  vi.spyOn(v8, 'setFlagsFromString').mockImplementation((flag) => void set.push(flag))
  syncBuiltinESMExports()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

// An import on PostgreSQL once used the heap settings of a portal that serves requests, and took 320 MB instead of 285.
test.each([
  ['a command’s own process keeps the heap that it was started with', {}, []],
  [
    'a portal’s heap is collected sooner while it runs a command',
    { importApart: () => Promise.resolve() },
    ['--heap-growing-percent=50', '--heap-growing-percent=100'],
  ],
])('%s', async (_, parts, flags) => {
  const request = { kind: 'finns inte', source: null, company: 'norr', dryRun: false, options: {} }
  await expect(runCommand(request, {} as Platform, { dump: null, ...parts }, () => {})).rejects.toThrow()
  expect(set).toEqual(flags)
})

test.each(['package.json', 'packaging/systemd/linjen', 'docs/operating.md'])(
  '%s starts an import with the heap that one in the portal has',
  async (file) => {
    const text = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')
    const given = text.match(/--heap-growing-percent=\d+ [-\w=]+/g) ?? []
    expect(new Set(given)).toEqual(new Set([IMPORT_FLAGS.join(' ')]))
    // One pool of memory for all threads of the process. With a pool for each thread it takes 30 MB more.
    expect(text.match(/MALLOC_ARENA_MAX(=|: ')1/g)).toHaveLength(given.length)
  },
)

test.each([
  'package.json',
  'packaging/systemd/linjen.service',
  'packaging/image/Containerfile',
  'packaging/image/try',
  'docs/upgrading.md',
])('%s starts the portal with the heap that is measured', async (file) => {
  const text = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')
  const given = text.match(/--max-semi-space-size=.*/g) ?? []
  expect(given).toHaveLength(1)
  expect(given[0]?.match(/--[-\w]+(?:=\d+)?/g)?.slice(0, START_FLAGS.length)).toEqual(START_FLAGS)
})

// V8 reads them only when it makes the heap, so a portal cannot set them itself.
test('started so, the heap is not shrunk while nobody asks', { timeout: 60_000 }, async () => {
  const script = `
    let kept = []
    for (let n = 0; n < 3_000_000; n++) {
      kept.push({ n, text: 'x' + n })
      if (kept.length > 400_000) kept = kept.slice(200_000)
    }
    setTimeout(() => {}, 1000)`
  const isShrunk = async (...flags: readonly string[]) => {
    const soon = ['--gc-memory-reducer-start-delay-ms=100', '--trace-memory-reducer']
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, ...soon, '--eval', script])
    return stdout.includes('Memory reducer')
  }
  expect([await isShrunk(), await isShrunk(...START_FLAGS)]).toEqual([true, false])
})

test('the portal lets its heap grow from the start, however it is started', async () => {
  const told = `
    import v8 from 'node:v8'
    import { syncBuiltinESMExports } from 'node:module'
    v8.setFlagsFromString = (flag) => process.stdout.write(flag)
    syncBuiltinESMExports()`
  // A port that there is not: the portal refuses to start as soon as it has read its settings.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(told)}`, 'app/server/main.ts'],
    {
      cwd: new URL('../..', import.meta.url),
      env: { PATH: process.env.PATH, PORT: '-1' },
    },
  ).catch((refused: { stdout: string }) => refused)
  expect(stdout).toBe(PORTALS_FLAG)
})

test('a portal’s heap grows less while it imports, and as before afterwards', { timeout: 240_000 }, async () => {
  const script = `
    import { withSmallHeap } from './app/server/heap-growth.ts'
    const rows = 200_000
    const litter = async () => {
      let kept = [], most = 0
      for (let n = 0; n < 4_000_000; n++) {
        if (kept.length < rows) kept.push({ n }); else kept[n % rows] = { n, text: 'x'.repeat(20) + n }
        if (n % 100_000 === 0) most = Math.max(most, process.memoryUsage().heapTotal)
      }
      return most
    }
    const small = await withSmallHeap(litter)
    globalThis.gc()
    const large = await litter()
    process.stdout.write(JSON.stringify({ small, large }))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--expose-gc', '--input-type=module-typescript', '--eval', script],
    { cwd: new URL('../..', import.meta.url) },
  )
  const { small, large } = JSON.parse(stdout) as { small: number; large: number }
  expect(small).toBeLessThan(large)
})
