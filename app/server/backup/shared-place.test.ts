// Two installations write their backups to the same place, so the latest one there may be of either.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '#platform/server/db/open.ts'
import type { TemplateCopy } from '../test-copy.ts'
import { backUp, installed, refusal } from './installation-fixture.ts'
import { restore } from './restore.ts'
import { verifyBackup } from './verify.ts'

const timeout = 600_000

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

const latest = async () => join(place, (await readFile(join(place, 'latest.txt'), 'utf8')).trim())
test(
  'another installation’s latest backup is taken only where it is named, or on a new machine',
  { timeout },
  async () => {
    const own = await installed(join(folder, 'production'), copies)
    const other = await installed(join(folder, 'test'), copies)
    await backUp(place, own)
    expect(await refusal(verifyBackup(place, own, () => {}))).toEqual([])

    await backUp(place, other)
    const theirs = await latest()
    const line = `Den senaste säkerhetskopian, ${theirs}, hör till en annan installation. Ange hela dess sökväg om det är den som menas.`
    expect(await refusal(verifyBackup(place, own, () => {}))).toEqual([line])
    expect(await refusal(restore(place, own, () => {}))).toEqual([line])
    expect(await refusal(verifyBackup(theirs, own, () => {}))).toEqual([])
    expect(await refusal(verifyBackup(place, other, () => {}))).toEqual([])
    expect(await refusal(verifyBackup(place, { ...own, dataDir: join(folder, 'none') }, () => {}))).toEqual([])

    // As on a new machine: with an empty data folder and an empty database.
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
