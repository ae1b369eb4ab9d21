import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { ImportRefused } from './area.ts'
import { askHolder, DataDirBusy, holdDataDir } from './control.ts'
import { WrongSetting } from './settings.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-hold-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const request = { kind: 'tods', source: '/feed.zip', company: 'norr', dryRun: true, options: { feed: 'höst' } }

test('a data folder has one holder at a time', async () => {
  const hold = await holdDataDir(folder, async () => {})
  await expect(holdDataDir(folder, async () => {})).rejects.toThrow(DataDirBusy)
  // Nothing that other users could read, and nothing that would stay behind for each holder.
  const files = await readdir(folder)
  expect(files.toSorted()).toEqual(['control.key', 'control.lock'])
  for (const file of files) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
  await hold.release()
  const again = await holdDataDir(folder, async () => {})
  await again.release()
})

/** A process that holds the folder and says so, or says why it may not; `within`: a program that starts it, with its arguments. */
async function holdApart(within: readonly string[] = []) {
  const control = fileURLToPath(new URL('control.ts', import.meta.url))
  const script = `import { holdDataDir } from ${JSON.stringify(control)}
    await holdDataDir(${JSON.stringify(folder)}, async () => {}).then(() => console.log('held'), (error) => console.log(error.message))
    setInterval(() => {}, 1000)`
  const [program, ...args] = [...within, process.execPath, '--input-type=module', '-e', script]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = await new Promise<string>((resolve) => child.stdout.once('data', (line) => resolve(String(line).trim())))
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = () => (child.kill('SIGKILL'), gone)
  onTestFinished(kill)
  return { said, kill }
}

test('a killed holder leaves the folder free', async () => {
  const { said, kill } = await holdApart()
  expect(said).toBe('held')
  await expect(holdDataDir(folder, async () => {})).rejects.toThrow(DataDirBusy)
  await kill()
  const hold = await holdDataDir(folder, async () => {})
  await hold.release()
})

// As a second container on the same volume has them.
const container = ['unshare', '--net', '--pid', '--mount', '--fork', '--kill-child']
const hasNamespaces = spawnSync(container[0]!, [...container.slice(1), 'true']).status === 0
test.runIf(hasNamespaces)('a holder with other processes and another network around it is seen as well', async () => {
  const busy = `${folder} används redan av en annan Linjen-process.`
  const hold = await holdDataDir(folder, async () => {})
  const refused = await holdApart(container)
  expect(refused.said).toBe(busy)
  await refused.kill()
  await hold.release()
  // Two of them at the same moment: one of them holds it.
  const both = await Promise.all([holdApart(container), holdApart(container)])
  expect(both.map(({ said }) => said).toSorted()).toEqual([busy, 'held'])
  await expect(holdDataDir(folder, async () => {})).rejects.toThrow(busy)
  await Promise.all(both.map(({ kill }) => kill()))
  await (await holdDataDir(folder, async () => {})).release()
})

test('a folder that cannot be locked is refused', async () => {
  await mkdir(join(folder, 'control.lock'))
  await expect(holdDataDir(folder, async () => {})).rejects.toThrow(
    new WrongSetting(`DATA_DIR=${folder} (filen control.lock går inte att låsa: unable to open database file)`),
  )
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

test('line and paragraph separators are part of what is said, in both directions', async () => {
  const words = 'Bron\u2028är\u2029klar\nnu'
  const hold = await holdDataDir(folder, async ({ source }, tell) => {
    tell(source ?? '')
    throw new ImportRefused([words])
  })
  const printed: string[] = []
  const asked = askHolder(folder, { ...request, source: words }, (line) => printed.push(line))
  await expect(asked).rejects.toMatchObject({ lines: [words] })
  expect(printed).toEqual([words])
  await hold.release()
})

test('if no process holds the folder, no request is sent', async () => {
  expect(await askHolder(folder, request, () => {})).toBe(false)
})
