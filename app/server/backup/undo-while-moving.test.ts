// `npm run restore -- --undo` once a move of the files to S3 has begun on the restored database.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testS3, type TestS3 } from '#platform/server/blobs/test-s3.ts'
import { platformTables } from '#platform/server/tables.ts'
import type { TemplateCopy } from '../test-copy.ts'
import { backUp, change, configOf, installed, refusal } from './installation-fixture.ts'
import { restore } from './restore.ts'
import { endRestore } from './undo.ts'

const timeout = 600_000

let folder: string
let s3: TestS3
const copies: TemplateCopy[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-undo-moving-'))
  s3 = await testS3()
})
afterAll(async () => {
  for (const copy of copies) await copy.drop()
  await s3.remove()
  await rm(folder, { recursive: true, force: true })
})

test('the bucket stays tied to the database that is put back', { timeout }, async () => {
  const [dataDir, place] = [join(folder, 'data'), join(folder, 'backup')]
  const own = await installed(dataDir, copies)
  await backUp(place, own)
  await restore(place, own, () => {})
  const moving = configOf(dataDir, copies[0] as TemplateCopy, { ...s3.settings, FILES: 's3', FILES_ALSO: 'folder' })
  const stores = () =>
    change(moving, (db) => platformTables(db).selectFrom('file_stores').selectAll().orderBy('place').execute())
  const before = await stores()
  expect(before).toMatchObject([
    { place: 'folder', marked: true },
    { place: 's3', marked: true },
  ])
  expect(await refusal(endRestore('undo', moving, () => {}))).toEqual([])
  expect(await stores()).toEqual(before)
})
