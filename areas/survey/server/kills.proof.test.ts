// Sending and mixing are killed before each statement and each write of a key: in a separate process, by SIGKILL.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portalProcess, type Process } from '../../../app/server/test-process.ts'
import { effort, seed, tried } from '../../../checks/effort.ts'
import { keyFolder } from './key-folder.ts'
import { allAnswers, mixedAnswers } from './survey-fixture.ts'

let portal: Process
let people: string[]
beforeAll(async () => {
  portal = await portalProcess()
  const opened = await portal.open()
  const { rows } = await sql<{ id: string }>`select id from employees order by md5(id::text)`.execute(opened.db)
  people = rows.map(({ id }) => id)
  await opened.close()
}, 60_000)
afterAll(() => portal.remove())

interface Run {
  readonly said: string
  readonly steps: number
}

/** Runs killed-fixture.ts to the given step, or to its end. Returns its output, or null if it was killed. */
async function run(what: 'send' | 'mix', step: number | 'end', ...more: string[]): Promise<Run | null> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('killed-fixture.ts', import.meta.url)), portal.dataDir, what, String(step), ...more],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, DATABASE_URL: portal.databaseUrl ?? '' } },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (signal === 'SIGKILL') return null
  expect(code).toBe(0)
  const [said = '', steps] = output.split(' ')
  return { said, steps: Number(steps) }
}

interface Kept {
  readonly words: string[]
  readonly mixed: number
  readonly participants: number
  readonly keys: string[]
  readonly epochs: string[]
}

async function kept(): Promise<Kept> {
  const opened = await portal.open()
  const { db } = opened
  const keys = await keyFolder(db, portal.dataDir)
  const all = await allAnswers(db, keys)
  const { rows } = await sql`select 1 from survey_participation`.execute(db)
  const { rows: epochs } = await sql<{ id: string }>`select public_key as id from survey_epochs`.execute(db)
  const result = {
    words: all.map(({ answers }) => answers['kunder5'] ?? '').toSorted(),
    mixed: (await mixedAnswers(db)).length,
    participants: rows.length,
    keys: await keys.list(),
    epochs: epochs.map(({ id }) => id),
  }
  await opened.close()
  return result
}

/** Simulates a restored backup, which has no keys. Returns a function that undoes it. */
async function hideKeys(): Promise<() => Promise<void>> {
  const root = join(portal.dataDir, 'survey-keys')
  const folder = join(root, (await readdir(root))[0] ?? '')
  const hidden = await mkdtemp(join(portal.dataDir, 'hidden-'))
  const move = async (from: string, to: string) => {
    for (const name of await readdir(from)) await rename(join(from, name), join(to, name))
  }
  await move(folder, hidden)
  return () => move(hidden, folder)
}

/** The steps at which to kill: some of them in `npm test`, every one in `npm run prove`. */
function chosen(steps: number): number[] {
  const all = Array.from({ length: steps }, (_, step) => step)
  return effort({ sample: all.filter((step) => (step + seed) % Math.ceil(steps / 2) === 0), full: all })
}

test(
  'killed at any step of sending: an acknowledged answer is stored, any other is stored completely or not at all',
  async (context) => {
    const first = await run('send', 'end', people.shift() ?? '', 'Först')
    expect(first?.said).toBe('saved')
    const sent = ['Först']
    const steps = chosen(first?.steps ?? 0)
    for (const step of steps) {
      const id = people.shift() ?? ''
      const words = `Svar ${step}`
      // Without a key, each send has to create one, as the very first send did.
      const bringBack = await hideKeys()
      expect(await run('send', step, id, words)).toBe(null)
      await bringBack()
      const after = await kept()
      expect(after.participants).toBe(after.words.length)
      // An employee who got no reply sends again.
      const again = await run('send', 'end', id, words)
      expect(again?.said).toBe(after.words.includes(words) ? 'already' : 'saved')
      sent.push(words)
    }
    expect((await kept()).words).toEqual(sent.toSorted())
    expect(steps.length).toBeGreaterThan(0)
    tried(context, steps.length)
  },
  effort({ sample: 180_000, full: 600_000 }),
)

test(
  'killed at any step of mixing: nothing is lost or duplicated, and the next mixing leaves one key',
  async (context) => {
    let { words } = await kept()
    const sendOneMore = async () => {
      expect((await run('send', 'end', people.shift() ?? '', `Till ${words.length}`))?.said).toBe('saved')
      words = [...words, `Till ${words.length}`].toSorted()
    }
    while (words.length < 6) await sendOneMore()
    const first = await run('mix', 'end')
    expect(first?.said).toBe('mixed')
    const steps = chosen(first?.steps ?? 0)
    for (const step of steps) {
      // A new answer, so that there is something to mix.
      await sendOneMore()
      await run('mix', step)
      expect((await kept()).words).toEqual(words)
    }
    await run('mix', 'end')
    const { words: left, mixed, participants, keys, epochs } = await kept()
    expect(left).toEqual(words)
    expect(participants).toBe(words.length)
    expect(mixed).toBeGreaterThanOrEqual(5)
    expect(keys).toEqual(epochs)
    expect(keys).toHaveLength(1)
    expect(steps.length).toBeGreaterThan(0)
    tried(context, steps.length)
  },
  effort({ sample: 180_000, full: 900_000 }),
)
