// On disk, the embedded database is for the portal's user alone: it has everybody's payslips, but its engine makes files that anybody may
// read and write.
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEmbedded } from './open.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linjen-open-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** The files and folders that others than the owner may read, write or enter. */
async function openToOthers(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true })
  expect(entries.length).toBeGreaterThan(500)
  const found = await Promise.all(
    ['.', ...entries].map(async (name) => ((await stat(join(folder, name))).mode & 0o077 ? [name] : [])),
  )
  return found.flat()
}

test('nobody else may read the embedded database: a new one, a restored one, and one that an earlier version has made', async () => {
  const folder = join(dataDir, 'postgres')
  const made = await openEmbedded(dataDir)
  await sql`create table payslips (pdf text)`.execute(made.db)
  await sql`insert into payslips select repeat(md5(n::text), 100) from generate_series(1, 2000) n`.execute(made.db)
  const archive = await made.dump?.()
  await made.close()
  expect(await openToOthers(folder)).toEqual([])

  const restored = await openEmbedded(dataDir, 'restored', new Blob([archive as Uint8Array<ArrayBuffer>]))
  await restored.close()
  expect(await openToOthers(join(dataDir, 'restored'))).toEqual([])

  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await chmod(folder, 0o755)
  for (const entry of entries) await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o666)
  const again = await openEmbedded(dataDir)
  expect((await sql`select from payslips`.execute(again.db)).rows).toHaveLength(2000)
  await again.close()
  expect(await openToOthers(folder)).toEqual([])
}, 120_000)
