// A place that two installations write their backups to: the latest one there is of whichever was last.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ImportRefused } from '#platform/server/area.ts'
import type { Config } from '#platform/server/config.ts'
import { openPostgres } from '#platform/server/db/open.ts'
import { carryOut } from '../command.ts'
import { readPortalConfig } from '../config.ts'
import { openInstallation } from '../installation/open.ts'
import { copyOfTemplate, type TemplateCopy } from '../test-copy.ts'
import { testPayslipKey } from '../test-template.ts'
import { restore } from './restore.ts'
import { verifyBackup } from './verify.ts'
import { giveRowsTheirFiles } from './whole-portal-fixture.ts'

const timeout = 120_000

let folder: string
let place: string
const copies: TemplateCopy[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-shared-place-'))
  place = join(folder, 'backup')
})
afterAll(async () => {
  for (const copy of copies) await copy.drop()
  await rm(folder, { recursive: true, force: true })
})

async function installed(name: string): Promise<Config> {
  const dataDir = join(folder, name)
  const copy = await copyOfTemplate(dataDir)
  copies.push(copy)
  const config = readPortalConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PAYSLIP_KEY: testPayslipKey,
    ...(copy.address && { DATABASE_URL: copy.address }),
  })
  await change(config, async (db) => void (await giveRowsTheirFiles(db, config, 100)))
  return config
}
type Work = (db: Awaited<ReturnType<typeof openInstallation>>['longWork']) => Promise<void>
async function change(config: Config, work: Work): Promise<void> {
  const { longWork, close } = await openInstallation(config, () => Promise.reject(new Error('busy')))
  try {
    await work(longWork)
  } finally {
    await close()
  }
}

const backUp = (config: Config) =>
  carryOut({ kind: 'backup', source: place, company: '', dryRun: false, options: {} }, config, () => {})
const latest = async () => join(place, (await readFile(join(place, 'latest.txt'), 'utf8')).trim())
const refusal = (work: Promise<void>) =>
  work.then(
    () => [],
    (error: unknown) => (error instanceof ImportRefused ? error.lines : [String(error)]),
  )

test(
  'another installation’s latest backup is taken only where it is named, or on a new machine',
  { timeout },
  async () => {
    const own = await installed('production')
    const other = await installed('test')
    await backUp(own)
    expect(await refusal(verifyBackup(place, own, () => {}))).toEqual([])

    await backUp(other)
    const theirs = await latest()
    const line = `Den senaste säkerhetskopian, ${theirs}, hör till en annan installation. Ange hela dess sökväg om det är den som menas.`
    expect(await refusal(verifyBackup(place, own, () => {}))).toEqual([line])
    expect(await refusal(restore(place, own, () => {}))).toEqual([line])
    expect(await refusal(verifyBackup(theirs, own, () => {}))).toEqual([])
    expect(await refusal(verifyBackup(place, other, () => {}))).toEqual([])
    expect(await refusal(verifyBackup(place, { ...own, dataDir: join(folder, 'none') }, () => {}))).toEqual([])

    // As on a new machine: with a data folder and a database in which there is nothing yet.
    const fresh = { ...own, dataDir: join(folder, 'fresh') }
    if (own.databaseUrl) {
      const opened = openPostgres(own.databaseUrl)
      await sql`drop schema public cascade`.execute(opened.longWork)
      await sql`create schema public`.execute(opened.longWork)
      await opened.close()
    }
    expect(await refusal(restore(place, fresh, () => {}))).toEqual([])
  },
)
