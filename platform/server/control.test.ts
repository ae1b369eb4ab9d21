import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ImportRefused } from './area.ts'
import { askHolder, DataDirBusy, holdDataDir } from './control.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-hold-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const request = { kind: 'tods', source: '/feed.zip', company: 'norr', dryRun: true, options: { feed: 'höst' } }

test('a data folder has one holder at a time', async () => {
  const hold = await holdDataDir(folder, async () => {})
  await expect(holdDataDir(folder, async () => {})).rejects.toThrow(DataDirBusy)
  await hold.release()
  const again = await holdDataDir(folder, async () => {})
  await again.release()
})

test('a killed holder leaves the folder free', async () => {
  const control = fileURLToPath(new URL('control.ts', import.meta.url))
  const script = `import { holdDataDir } from ${JSON.stringify(control)}
    await holdDataDir(${JSON.stringify(folder)}, async () => {}); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  await expect(holdDataDir(folder, async () => {})).rejects.toThrow(DataDirBusy)
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
  const hold = await holdDataDir(folder, async () => {})
  await hold.release()
})

test('a holder that fails or ends midway is reported in a line that is true for every command', async () => {
  let stop = async () => {}
  const hold = await holdDataDir(folder, async ({ kind }) => {
    if (kind === 'rekey') await stop()
    throw new Error('secret')
  })
  stop = () => hold.release()
  const asked = (kind: string) => askHolder(folder, { ...request, kind }, () => {}).catch((error: unknown) => error)
  const failed = await asked('tods')
  expect(failed).toBeInstanceOf(ImportRefused)
  expect(failed).toMatchObject({ lines: ['Det misslyckades i portalen. Dess logg säger varför.'] })
  const ended = await asked('rekey')
  expect(ended).toBeInstanceOf(ImportRefused)
  expect(ended).toMatchObject({ lines: ['Portalen avslutades innan det blev klart. Kör samma kommando igen.'] })
})

test.runIf(process.platform === 'linux')('whoever sends more than a request is cut off', async () => {
  const hold = await holdDataDir(folder, async () => {})
  const name = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
  const socket = connect(`\0linjen-${name.slice(0, 32)}`).on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(Buffer.alloc(1024 * 1024, 'a'))
  await closed
  await hold.release()
})

test('whoever asks and goes without reading the answer ends no process', async () => {
  const held = Promise.withResolvers<void>()
  const hold = await holdDataDir(folder, async (_request, tell) => {
    for (let line = 0; line < 200; line++) tell('x'.repeat(1000))
    held.resolve()
    await new Promise((resolve) => setTimeout(resolve, 50))
    tell('more')
  })
  const key = await readFile(join(folder, 'control.key'), 'utf8')
  const name = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 32)
  // A line that is no request gets no answer, because everybody on the machine may send one.
  for (const line of ['x', JSON.stringify({ key: 'another', request }), JSON.stringify({ key, request })]) {
    const socket = connect(`\0linjen-${name}`)
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.pause()
    socket.write(`${line}\n`)
    if (line.includes(key)) await held.promise
    // Closed with unread data, which is an error on the other side.
    socket.destroy()
  }
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(await askHolder(folder, request, () => {})).toBe(true)
  await hold.release()
})

test('an import is handed to the holder, line by line, and its refusal comes back', async () => {
  const asked: unknown[] = []
  const hold = await holdDataDir(folder, async (given, tell) => {
    asked.push(given)
    tell('Läser')
    if (given.company === 'syd') throw new ImportRefused(['rad 1', 'rad 2'])
  })
  const printed: string[] = []
  expect(await askHolder(folder, request, (line) => printed.push(line))).toBe(true)
  expect([asked, printed]).toEqual([[request], ['Läser']])
  const refusal = await askHolder(folder, { ...request, company: 'syd' }, () => {}).catch((error: unknown) => error)
  expect((refusal as ImportRefused).lines).toEqual(['rad 1', 'rad 2'])
  await hold.release()
})

test('if no process holds the folder, no request is sent', async () => {
  expect(await askHolder(folder, request, () => {})).toBe(false)
})
