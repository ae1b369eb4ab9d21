// Files on a disk that is unmounted while the portal runs: the erasures on it are out of reach, not absent.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimFileStores } from '#platform/server/blobs/marker.ts'
import type { OpenDatabase } from '#platform/server/db/open.ts'
import { recordErasures } from '#platform/server/erasures.ts'
import { NotRead } from '#platform/server/files/file-fault.ts'
import { readPortalConfig } from '../config.ts'
import { copyOfTemplate, type TemplateCopy } from '../test-copy.ts'
import { testPayslipKey } from '../test-template.ts'
import { erasuresKnown, keepErasures, tendErasures } from './erased.ts'

let dataDir: string
let copy: TemplateCopy
let opened: OpenDatabase
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linjen-unmounted-'))
  copy = await copyOfTemplate()
  opened = await copy.open()
})
afterAll(async () => {
  await opened.close()
  await copy.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('a database of before is compared with them only when the disk is back', async () => {
  const db = opened.longWork
  const config = readPortalConfig({ DATA_DIR: dataDir, NODE_ENV: 'test', PAYSLIP_KEY: testPayslipKey })
  const said: unknown[] = []
  const log = { warn: (line: unknown) => said.push(line) } as unknown as Parameters<typeof tendErasures>[0]['log']
  const parts = { db, clock: () => new Date(), config, log }
  await claimFileStores(db, config)
  await recordErasures(db, 'document', [randomUUID()])
  await keepErasures(parts)
  // As after a recovery to a point in time: the server has begun another timeline, and the erasure is unknown.
  await sql`delete from erasures`.execute(db)
  await sql`delete from erasures_replayed`.execute(db)

  await rename(join(dataDir, 'blobs'), join(dataDir, 'unmounted'))
  for (const work of [tendErasures, tendErasures, erasuresKnown]) await expect(work(parts)).rejects.toThrow(NotRead)
  await rename(join(dataDir, 'unmounted'), join(dataDir, 'blobs'))
  await tendErasures(parts)
  expect(said).toEqual([{ erasures: 1 }])
})
