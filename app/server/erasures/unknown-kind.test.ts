// Erasures of a newer version, in a database that an older version restores or starts on.
import { mkdtemp, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { storesOf } from '#platform/server/blobs/blobs.ts'
import { recordedErasures, recordErasures } from '#platform/server/erasures.ts'
import type { OpenDatabase } from '#platform/server/db/open.ts'
import { doors } from '../areas.ts'
import { readPortalConfig } from '../config.ts'
import { copyOfTemplate, type TemplateCopy } from '../test-copy.ts'
import { testPayslipKey } from '../test-template.ts'
import { eraseAgain, erasuresKnown, keepErasures, replayErasures, tendErasures } from './erased.ts'

let copy: TemplateCopy
let opened: OpenDatabase
let dataDir: string
beforeAll(async () => {
  copy = await copyOfTemplate()
  opened = await copy.open()
})
afterAll(async () => {
  await opened.close()
  await copy.drop()
})
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linjen-unknown-'))
  await sql`delete from erasures`.execute(opened.longWork)
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const parts = () => ({
  db: opened.longWork,
  clock: () => new Date(),
  config: readPortalConfig({ DATA_DIR: dataDir, NODE_ENV: 'test', PAYSLIP_KEY: testPayslipKey }),
})
const known = async () => (await recordedErasures(opened.longWork)).map(({ kind, subject }) => [kind, subject])
const files = async () => {
  const keys: string[] = []
  for await (const key of (await storesOf(parts().config).open('folder')).list('erasures')) keys.push(key)
  return keys
}
/** Runs `work` as the version that knows the kind. Returns its result and what it erased. */
async function asNewer(work: () => Promise<number>): Promise<readonly [number, string[]]> {
  const erased: string[] = []
  const door = doors.find(({ eraseAgain: again }) => again !== undefined) as { eraseAgain: object }
  const before = door.eraseAgain
  door.eraseAgain = { ...before, 'of a newer version': async (_db: unknown, ids: string[]) => void erased.push(...ids) }
  try {
    return [await work(), erased]
  } finally {
    door.eraseAgain = before
  }
}

test.each([
  [
    'with one that this version knows',
    [
      ['document', 'a'],
      ['of a newer version', 'b'],
    ],
  ],
  ['alone', [['of a newer version', 'b']]],
])('are left to the version that knows them, kept %s', async (_what, noted) => {
  for (const [kind, subject] of noted) await recordErasures(opened.longWork, kind as string, [subject as string])
  await keepErasures(parts())
  await sql`delete from erasures`.execute(opened.longWork)
  const ofThis = noted.filter(([kind]) => kind === 'document')
  expect(await replayErasures(parts())).toBe(ofThis.length)
  expect(await known()).toEqual(ofThis)
  const written = await files()
  expect(await replayErasures(parts())).toBe(0)
  await keepErasures(parts())
  expect(await files()).toEqual(written)

  expect(await asNewer(() => replayErasures(parts()))).toEqual([1, ['b']])
  expect(await known()).toEqual(expect.arrayContaining([...noted]))
  expect(await asNewer(() => replayErasures(parts()))).toEqual([0, []])
})

test('that only the database of before knows are in the store after a restore by a version that does not', async () => {
  await recordErasures(opened.longWork, 'of a newer version', ['b'])
  await recordErasures(opened.longWork, 'document', [randomUUID()])
  const erased = await erasuresKnown(parts())
  await sql`delete from erasures`.execute(opened.longWork)
  expect(await eraseAgain(parts(), erased)).toBe(1)
  expect((await known()).map(([kind]) => kind)).toEqual(['document'])
  expect(await asNewer(() => replayErasures(parts()))).toEqual([1, ['b']])
})

test('what was in a store that is lost and replaced is written to the new one', async () => {
  await recordErasures(opened.longWork, 'document', [randomUUID()])
  await keepErasures(parts())
  const [lost] = await files()
  await (await storesOf(parts().config).open('folder')).remove(lost!)
  await keepErasures(parts())
  expect(await files()).toEqual([])
  expect(await replayErasures(parts())).toBe(0)
  await keepErasures(parts())
  const noted = await known()
  await sql`delete from erasures`.execute(opened.longWork)
  expect(await replayErasures(parts())).toBe(1)
  expect(await known()).toEqual(noted)
})

test('what cannot be compared at the start is compared by the work of each minute, on the same timeline too', async () => {
  const { db, config } = parts()
  await db.transaction().execute((tx) => recordErasures(tx, 'document', [randomUUID()]))
  await keepErasures(parts())
  await replayErasures(parts())
  const store = await storesOf(config).open('folder')
  const [key] = await files()
  const kept = await store.read(key!)
  // An older disk is put back, and at the start one file cannot be read.
  await sql`delete from erasures`.execute(db)
  await store.put(key!, Buffer.from('{'))
  await expect(replayErasures(parts())).rejects.toThrow()
  const said: unknown[] = []
  const log = { warn: (line: unknown) => said.push(line) } as unknown as Parameters<typeof tendErasures>[0]['log']
  await expect(tendErasures({ ...parts(), log })).rejects.toThrow()
  await store.put(key!, kept!)
  await tendErasures({ ...parts(), log })
  expect(said).toEqual([{ erasures: 1 }])
})
