// A restore that is refused, and one that is undone: what happens to the file store.
import { randomBytes } from 'node:crypto'
import { access, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ImportRefused } from '#platform/server/area.ts'
import type { Config } from '#platform/server/config.ts'
import { recordErasures } from '#platform/server/erasures.ts'
import { WrongSetting } from '#platform/server/settings.ts'
import { carryOut } from '../command.ts'
import { readPortalConfig } from '../config.ts'
import { openInstallation } from '../installation/open.ts'
import { copyOfTemplate, type TemplateCopy } from '../test-copy.ts'
import { testPayslipKey } from '../test-template.ts'
import { restore } from './restore.ts'
import { endRestore } from './undo.ts'
import { giveRowsTheirFiles } from './whole-portal-fixture.ts'

let folder: string
let place: string
let copy: TemplateCopy
let keys: string[]
const config = (PAYSLIP_KEY = testPayslipKey): Config =>
  readPortalConfig({
    NODE_ENV: 'test',
    DATA_DIR: join(folder, 'data'),
    PAYSLIP_KEY,
    ...(copy.address && { DATABASE_URL: copy.address }),
  })
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-taken-back-'))
  place = join(folder, 'backup')
  copy = await copyOfTemplate(join(folder, 'data'))
  const { longWork, close } = await openInstallation(config(), () => Promise.reject(new Error('busy')))
  keys = await giveRowsTheirFiles(longWork, config(), 100)
  await close()
  await carryOut({ kind: 'backup', source: place, company: '', dryRun: false, options: {} }, config(), () => {})
}, 600_000)
afterAll(async () => {
  await copy.drop()
  await rm(folder, { recursive: true, force: true })
})

const blobs = (key = '') => join(folder, 'data', 'blobs', key)
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error: unknown) =>
      error instanceof ImportRefused ? error.lines : [error instanceof WrongSetting ? error.message : String(error)],
  )

test('a restore that is refused for its key has put no file back, and one that fails later says how many', async () => {
  const [one, other] = [keys[0] as string, keys.find((key) => dirname(key) !== dirname(keys[0] as string)) as string]
  for (const key of [one, other]) await rm(blobs(key))
  expect(await refusal(restore(place, config(randomBytes(32).toString('base64')), () => {}))).toEqual([
    expect.stringContaining('PAYSLIP_KEY'),
    'Ingenting har ändrats.',
  ])
  expect(await isThere(blobs(one))).toBe(false)

  await rm(blobs(dirname(other)), { recursive: true })
  await writeFile(blobs(dirname(other)), 'in the way')
  expect(await refusal(restore(place, config(), () => {}))).toEqual([
    expect.stringMatching(/^Återläsningen misslyckades: /),
    'Databasen är som den var, men 1 fil ur kopian har skrivits till fillagringen.',
    'npm run files -- verify --remove tar bort filer som inte hör till någon rad.',
  ])
  expect(await isThere(blobs(one))).toBe(true)
  await rm(blobs(dirname(other)))
}, 600_000)

test('is not taken back beside a store that is not the database’s, as where its disk is not mounted', async () => {
  await restore(place, config(), () => {})
  const erase = async (subject: string) => {
    const { longWork, close } = await openInstallation(config(), () => Promise.reject(new Error('busy')))
    await recordErasures(longWork, 'document', [subject])
    await close()
  }
  await erase('since the restore')
  await rename(blobs(), join(folder, 'unmounted'))
  const back = () => refusal(endRestore('undo', config(), () => {}))
  expect(await back()).toEqual([
    `${join(folder, 'data', 'blobs')} hör inte till den här databasen: lagringen saknar filen linjen.id. Är disken monterad?`,
  ])
  expect(await isThere(blobs('erasures'))).toBe(false)
  await rm(blobs(), { recursive: true, force: true })
  await rename(join(folder, 'unmounted'), blobs())

  const told: string[] = []
  await endRestore('undo', config(), (line) => told.push(line))
  expect(told.slice(0, 2)).toEqual([
    '1 radering sedan dess är gjord om.',
    'Klart. Det som var före återläsningen gäller igen.',
  ])
}, 600_000)
