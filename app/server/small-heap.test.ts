import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { GROWTH_PERCENT } from './small-heap.ts'

test.each(['package.json', 'packaging/systemd/linjen', 'docs/operating.md', 'bench/import/measure.ts'])(
  '%s starts an import with the heap that one in the portal has',
  async (file) => {
    const text = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')
    const set = [...text.matchAll(/--heap-growing-percent=(\d+)/g)].map(([, percent]) => Number(percent))
    expect(set.length).toBeGreaterThan(0)
    expect(new Set(set)).toEqual(new Set([GROWTH_PERCENT]))
    // One pool of memory for all threads of the process: with one for each it takes 30 MB more.
    expect(text.match(/MALLOC_ARENA_MAX(=|: ')1/g)).toHaveLength(set.length)
  },
)

test('a portal’s heap grows less while it imports, and as before afterwards', { timeout: 60_000 }, async () => {
  const script = `
    import { withSmallHeap } from './app/server/small-heap.ts'
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
