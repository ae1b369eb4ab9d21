import { execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type WorkProcess, WorkProcessEnded, workProcess } from './work-process.ts'

let folder: string
const open: WorkProcess<never, unknown>[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-work-'))
})
afterEach(() => open.splice(0).forEach((each) => each.close()))
afterAll(() => rm(folder, { recursive: true, force: true }))

const inside = new URL('./in-work-process.ts', import.meta.url).href

/** A process that answers each request by this function, whose source is written to a file. */
async function processOf<Request, Result>(
  answer: string,
  { longestMs = 20_000, mostMemory = 500_000_000, before = '' } = {},
): Promise<WorkProcess<Request, Result>> {
  const path = join(folder, `${crypto.randomUUID()}.ts`)
  await writeFile(path, `${before}\nimport { work } from '${inside}'\nwork(${mostMemory}, ${answer})\n`)
  const own = workProcess<Request, Result>(pathToFileURL(path), longestMs)
  open.push(own)
  return own
}

test('bytes come back as bytes, from a process without settings that lets others go first', async () => {
  process.env['SECRET_KEY'] = 'hemlig'
  const own = await processOf<Buffer, { bytes: Buffer; pid: number; secret: unknown; nice: number }>(
    `async (bytes) => ({ bytes, pid: process.pid, secret: process.env.SECRET_KEY, nice: (await import('node:os')).getPriority() })`,
  )
  const { bytes, pid, secret, nice } = await own.ask(Buffer.from([0, 255, 1]))
  delete process.env['SECRET_KEY']
  expect([Buffer.isBuffer(bytes), [...bytes], pid === process.pid, secret]).toEqual([
    true,
    [0, 255, 1],
    false,
    undefined,
  ])
  expect(nice).toBeGreaterThanOrEqual(10)
  expect((await own.ask(Buffer.of())).pid).toBe(pid)
})

test('one that ends, takes too long or too much memory is told from work that failed, and the next request is answered', async () => {
  const own = await processOf<string, string>(
    `async (what) => {
      if (what === 'ends') process.exit(0)
      if (what === 'is killed') process.kill(process.pid, 'SIGKILL')
      if (what === 'hangs') for (;;);
      if (what === 'waits') await new Promise(() => {})
      if (what === 'grows') { globalThis.kept = Buffer.alloc(600_000_000, 1); await new Promise(() => {}) }
      if (what === 'fails') throw new Error('the disk is full')
      return what
    }`,
    // Time enough for a process to start on a busy machine.
    { longestMs: 8000 },
  )
  for (const what of ['ends', 'is killed', 'hangs', 'waits', 'grows']) {
    await expect(own.ask(what), what).rejects.toBeInstanceOf(WorkProcessEnded)
    expect(await own.ask('goes on')).toBe('goes on')
  }
  const failed = await own.ask('fails').catch((error: unknown) => error)
  expect(failed).not.toBeInstanceOf(WorkProcessEnded)
  expect(String(failed)).toContain('the disk is full')
  expect(await own.ask('goes on')).toBe('goes on')
})

test.runIf(process.platform === 'linux')('the time in which others have the cores does not count', async () => {
  const others = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  onTestFinished(() => others.forEach((each) => each.kill('SIGKILL')))
  const own = await processOf<string, string>(
    `async () => {
      const used = () => { const { user, system } = process.cpuUsage(); return user + system }
      const before = used()
      while (used() - before < 300_000);
      return 'done'
    }`,
    { longestMs: 1500 },
  )
  const begun = performance.now()
  expect(await own.ask('work')).toBe('done')
  // Otherwise nothing was tried.
  expect(performance.now() - begun).toBeGreaterThan(1500)
})

test.runIf(process.platform === 'linux')('it does not keep its parent running, and ends with it', async () => {
  const program = join(folder, 'pid.ts')
  await writeFile(program, `import { work } from '${inside}'\nwork(500_000_000, async () => process.pid)\n`)
  const parent = join(folder, 'parent.ts')
  await writeFile(
    parent,
    `import { workProcess } from '${new URL('./work-process.ts', import.meta.url).href}'
    console.log(await workProcess(new URL('./pid.ts', import.meta.url), 20_000).ask('x'))`,
  )
  const { stdout } = await promisify(execFile)(process.execPath, [parent])
  await expect.poll(() => isRunning(Number(stdout))).toBe(false)
})

test('one whose parent has gone waits for nothing', async () => {
  const program = join(folder, 'waits.ts')
  await writeFile(program, `import { work } from '${inside}'\nwork(500_000_000, async () => 1)\n`)
  const own = fork(program, { serialization: 'advanced', execArgv: [] })
  await once(own, 'message')
  own.disconnect()
  expect(await once(own, 'exit')).toEqual([null, 'SIGKILL'])
})

test.runIf(process.platform === 'linux')('a frozen one ends with a parent that ends by itself', async () => {
  const parent = join(folder, 'freezes.ts')
  await writeFile(
    parent,
    `import { workProcess } from '${new URL('./work-process.ts', import.meta.url).href}'
    const pid = await workProcess(new URL('./pid.ts', import.meta.url), 20_000).ask('x')
    process.kill(pid, 'SIGSTOP')
    console.log(pid)`,
  )
  await writeFile(
    join(folder, 'pid.ts'),
    `import { work } from '${inside}'\nwork(500_000_000, async () => process.pid)\n`,
  )
  const { stdout } = await promisify(execFile)(process.execPath, [parent])
  await expect.poll(() => isRunning(Number(stdout))).toBe(false)
})

test.runIf(process.platform === 'linux')(
  'without a file handle left none is started, which is no failure of the work',
  async () => {
    const parent = join(folder, 'exhausted.ts')
    await writeFile(join(folder, 'one.ts'), `import { work } from '${inside}'\nwork(500_000_000, async () => 1)\n`)
    await writeFile(
      parent,
      `import { workProcess } from '${new URL('./work-process.ts', import.meta.url).href}'
    import { closeSync, openSync } from 'node:fs'
    const own = workProcess(new URL('./one.ts', import.meta.url), 20_000)
    const held = []
    try { for (;;) held.push(openSync('/dev/null')) } catch {}
    const failed = await own.ask('x').catch((error) => error)
    for (const handle of held) closeSync(handle)
    console.log(failed.constructor.name, failed.message, await own.ask('x'))`,
    )
    const limited = `ulimit -n 100 && exec "$0" "$1"`
    const { stdout } = await promisify(execFile)('sh', ['-c', limited, process.execPath, parent])
    expect(stdout.trim()).toBe('Error A work process could not be started. 1')
  },
)

/** A process that has ended may stay in the list, as a zombie, until its parent collects it. */
const isRunning = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (stat) => !/\) Z /.test(stat),
    () => false,
  )

test('one that cannot be started is not taken for work that was too much', async () => {
  const own = await processOf('async () => 1', { before: `import 'no-such-library'` })
  const failed = await own.ask('x').catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(Error)
  expect(failed).not.toBeInstanceOf(WorkProcessEnded)
})
