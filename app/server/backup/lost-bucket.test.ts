// A bucket that is lost while the database is whole: the way back of docs/reference-data.md.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderPlace } from '#platform/server/blobs/place.ts'
import { storesOf } from '#platform/server/blobs/blobs.ts'
import { testS3, type TestS3 } from '#platform/server/blobs/test-s3.ts'
import { carryOut } from '../command.ts'
import type { TemplateCopy } from '../test-copy.ts'
import { findBackup, readBackup } from './archive.ts'
import { backUp, change, installed, refusal } from './installation-fixture.ts'

const timeout = 600_000

let folder: string
let s3: TestS3
const copies: TemplateCopy[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-lost-bucket-'))
  s3 = await testS3()
})
afterAll(async () => {
  for (const copy of copies) await copy.drop()
  await s3?.remove()
  await rm(folder, { recursive: true, force: true })
})

test('it is filled from a backup by the documents’ lines', { timeout }, async () => {
  const own = await installed(join(folder, 'data'), copies, { ...s3.settings, FILES: 's3', S3_PREFIX: 'linjen' })
  await backUp(join(folder, 'backup'), own)
  const { place, files } = await readBackup(await findBackup(await folderPlace(join(folder, 'backup'))))
  for (const name of await readdir(s3.folder)) await rm(join(s3.folder, name), { recursive: true })
  const verified = () =>
    refusal(carryOut({ kind: 'files', source: 'verify', company: '', dryRun: false, options: {} }, own, () => {}))
  expect(String(await verified())).toContain('lagringen saknar filen linjen.id')

  const guide = await readFile(new URL('../../../docs/reference-data.md', import.meta.url), 'utf8')
  const [, statement = ''] = /`(select id from\s+file_stores where place = 's3')`/.exec(guide) ?? []
  const opened = await (copies[0] as TemplateCopy).open()
  const { rows } = await sql.raw<{ id: string }>(statement).execute(opened.db)
  await opened.close()
  const bucket = await storesOf(own).open('s3')
  await bucket.put('linjen.id', Buffer.from(rows[0]?.id ?? ''))
  expect(await verified()).toContain(`${files.length} filer saknas:`)
  for (const entry of await readdir(join(place.name, 'files'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    await bucket.put(path.slice(join(place.name, 'files/').length), await readFile(path))
  }
  expect(await verified()).toEqual([])
  await change(own, async () => {})
})
