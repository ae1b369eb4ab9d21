// `npm run backup` onto a disk that changes what is written there.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '#platform/server/area.ts'
import type { OpenDatabase } from '#platform/server/db/open.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { readPortalConfig } from '../config.ts'
import { copyOfTemplate, type TemplateCopy } from '../test-copy.ts'
import { testNow, testPayslipKey } from '../test-template.ts'
import { backupMeasure, runBackup } from './run-backup.ts'
import { giveRowsTheirFiles } from './whole-portal-fixture.ts'

let folder: string
let copy: TemplateCopy
let opened: OpenDatabase
let platform: Platform
let now = testNow

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-run-backup-'))
  copy = await copyOfTemplate()
  opened = await copy.open()
  const { address } = copy
  const settings = { DATA_DIR: join(folder, 'data'), NODE_ENV: 'test', PAYSLIP_KEY: testPayslipKey }
  const config = readPortalConfig({ ...settings, ...(address && { DATABASE_URL: address }) })
  const variants = await loadVariants(config.variantsDir)
  platform = { db: opened.longWork, clock: () => now, config, variants, log: pino({ level: 'silent' }), version: '1' }
  await giveRowsTheirFiles(opened.db, config)
})
afterAll(async () => {
  await opened.close()
  await copy.drop()
  await rm(folder, { recursive: true, force: true })
})

test('a backup that cannot be read again has failed: the one before stays the latest, for monitoring too', async () => {
  const to = join(folder, 'backup')
  const backup = (tell: (line: string) => void) => runBackup(to, platform, { dump: opened.dump }, tell)
  const latest = async () => [await readFile(join(to, 'latest.txt'), 'utf8'), await backupMeasure(opened).read()]
  await backup(() => {})
  const before = await latest()
  expect(before[1]).toEqual([{ value: testNow.getTime() / 1000 }])
  now = new Date(testNow.getTime() + 86_400_000)
  for (const part of ['database/0001', 'files/**/*.*']) {
    const change = (line: string) => {
      if (line !== 'Det som är skrivet läses igen.') return
      const [file = ''] = globSync(`${to}/unfinished-*/${part}`)
      const bytes = readFileSync(file)
      bytes[0] = ~(bytes[0] as number)
      writeFileSync(file, bytes)
    }
    await expect(backup(change)).rejects.toMatchObject({
      lines: [
        expect.stringMatching(/unfinished-\S+ blev inte hel och är ingen säkerhetskopia:$/),
        expect.stringMatching(/ är ändrad eller skadad$/),
      ],
    })
    expect(await latest()).toEqual(before)
    expect((await readdir(to)).filter((name) => name !== 'writing')).toHaveLength(2)
  }
})
