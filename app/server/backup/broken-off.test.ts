// A restore of the embedded database that fails or is killed before anything has been set aside.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ImportRefused } from '#platform/server/area.ts'
import { Unavailable } from '#platform/server/unavailable.ts'
import { readPortalConfig } from '../config.ts'
import { testPayslipKey } from '../test-template.ts'
import { afterFailure, asRefusal } from './restore.ts'
import { endRestore } from './undo.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linjen-broken-off-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test.each(['undo', 'keep'] as const)('--%s removes what a killed one has left, and says so', async (what) => {
  await mkdir(join(dataDir, 'postgres'))
  await mkdir(join(dataDir, 'postgres.restoring/base'), { recursive: true })
  await writeFile(join(dataDir, 'postgres.restoring/base/1'), 'x')
  const config = readPortalConfig({ DATA_DIR: dataDir, NODE_ENV: 'test', PAYSLIP_KEY: testPayslipKey })
  const told: string[] = []
  await endRestore(what, config, (line) => told.push(line))
  expect(told).toEqual(['Klart. Det som en avbruten återläsning lämnade efter sig är borttaget. Databasen är orörd.'])
  expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres'))).toEqual(['postgres'])
  await expect(endRestore(what, config, () => {})).rejects.toThrow('Det finns ingen återläsning')
})

test.each([
  // The embedded database's file system throws objects like these: not an Error, and with WASI's error number.
  [{ name: 'ErrnoError', errno: 51 }, 'Återläsningen misslyckades: disken är full.'],
  [{ name: 'ErrnoError', errno: 29 }, 'Återläsningen misslyckades: ErrnoError 29'],
  [Object.assign(new Error('write'), { code: 'ENOSPC' }), 'Återläsningen misslyckades: disken är full.'],
  [new Error('it broke'), 'Återläsningen misslyckades: it broke'],
  [new Error(''), 'Återläsningen misslyckades: Error'],
  [undefined, 'Återläsningen misslyckades: okänt fel'],
  [new ImportRefused(['Nej.']), 'Nej.'],
])('that it fails with %o is said in words', (error, line) => {
  expect(asRefusal(error).lines).toEqual([line, 'Ingenting har ändrats.'])
})

test('where the tables cannot be put back either, the first cause is said, and how to go back later', async () => {
  const gone = () => Promise.reject(new Unavailable('database', new Error('gone')))
  const cause = new ImportRefused(['Kopian går inte att läsa.'])
  const aside = 'Den tidigare databasen är undanställd: kör npm run restore -- --undo när databasen svarar.'
  expect((await afterFailure(cause, { files: 0 }, gone)).lines).toEqual(['Kopian går inte att läsa.', aside])
  expect((await afterFailure(cause, { files: 2 }, gone)).lines).toEqual([
    'Kopian går inte att läsa.',
    aside,
    '2 filer ur kopian har skrivits till fillagringen.',
  ])
  expect((await afterFailure(cause, { files: 0 }, async () => {})).lines).toEqual([
    'Kopian går inte att läsa.',
    'Ingenting har ändrats.',
  ])
})
