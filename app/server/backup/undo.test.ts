// `npm run restore -- --undo` that is interrupted after it has put the earlier database back, as when a terminal is
// closed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '#platform/server/area.ts'
import type { Config } from '#platform/server/config.ts'
import type { TemplateCopy } from '../test-copy.ts'
import { backUp, change, installed, refusal } from './installation-fixture.ts'
import { restore } from './restore.ts'
import { endRestore } from './undo.ts'

const brokenOff = vi.hoisted(() => ({ atClaim: 0 }))
vi.mock('#platform/server/blobs/marker.ts', async (original) => {
  const marker = await original<typeof import('#platform/server/blobs/marker.ts')>()
  const claimFileStores: typeof marker.claimFileStores = async (...parts) => {
    if (brokenOff.atClaim-- === 1) throw new Error('broken off')
    return marker.claimFileStores(...parts)
  }
  return { ...marker, claimFileStores }
})

let folder: string
let own: Config
const copies: TemplateCopy[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-undo-'))
  own = await installed(join(folder, 'data'), copies)
}, 600_000)
afterAll(async () => {
  for (const copy of copies) await copy.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The last numbers given out to faults and deviations. */
const lasts = async (db: Database) =>
  (
    await sql<{ name: string; last: number }>`
      select company as name, last from fault_numbers
      union all select 'incidents', last_value::int from incidents_numbers order by name`.execute(db)
  ).rows

test('gives no number again that the restored database has given out', { timeout: 600_000 }, async () => {
  const place = join(folder, 'backup')
  await backUp(place, own)
  await restore(place, own, () => {})
  await change(own, async (db) => {
    await sql`update fault_numbers set last = last + 7`.execute(db)
    for (let more = 0; more < 7; more++) await sql`select nextval('incidents_numbers')`.execute(db)
  })
  const given = await change(own, lasts)

  // The stores are claimed once before the earlier database is put back and once after. The second fails.
  brokenOff.atClaim = 2
  expect(await refusal(endRestore('undo', own, () => {}))).toEqual(['Error: broken off'])
  expect(await refusal(endRestore('undo', own, () => {}))).toEqual([
    'Det finns ingen återläsning att gå tillbaka från.',
  ])
  expect(await change(own, lasts)).toEqual(given)
})
