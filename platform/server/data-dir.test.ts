import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { holdDataDir } from './control.ts'
import { claimDataDir, dataFolderMigrations } from './data-dir.ts'
import { checkWritable } from './files/writable-folder.ts'
import { migrate } from './db/migrate.ts'
import { openInMemory, type OpenDatabase } from './db/open.ts'

let database: OpenDatabase
let folder: string
beforeAll(async () => {
  database = await openInMemory()
  await migrate(database.db, [{ migrations: dataFolderMigrations }])
})
afterAll(() => database.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-data-'))
})
afterEach(async () => {
  await asAnotherDatabase()
  await rm(folder, { recursive: true, force: true })
})

/** Makes it look like a database that has never been used with a folder. */
const asAnotherDatabase = () => sql`delete from data_folder`.execute(database.db)
const claim = (dir: string) => claimDataDir(database.db, dir)

async function dirOf(name: string): Promise<string> {
  const dir = join(folder, name)
  await checkWritable(dir)
  return dir
}

test('first use ties folder and database, also with several processes at once', async () => {
  const dir = await dirOf('a')
  await Promise.all([1, 2, 3].map(() => claim(dir)))
  await claim(dir)
  expect(await readFile(join(dir, 'linjen.id'), 'utf8')).toMatch(/^[0-9a-f-]{36}\n$/)
})

test('an empty folder, the folder of another installation and another database are refused', async () => {
  const [mine, others, empty] = [await dirOf('mine'), await dirOf('others'), await dirOf('empty')]
  await claim(others)
  await asAnotherDatabase()
  await expect(claim(others)).rejects.toThrow('en annan databas')
  await claim(mine)
  await expect(claim(empty)).rejects.toThrow(/^DATA_DIR=\S+empty hör inte till .* saknar filen linjen\.id/)
  await expect(claim(others)).rejects.toThrow(/^DATA_DIR=\S+others hör inte till .* en annan databas\.$/)
  await claim(mine)
})

test('a process that ends midway leaves nothing that the next one refuses', async () => {
  const dir = await dirOf('a')
  // Ended before the database has committed the id.
  await sql`
    create function ended() returns trigger language plpgsql as $$ begin raise exception 'ended'; end $$`.execute(
    database.db,
  )
  await sql`
    create constraint trigger ended after insert on data_folder deferrable initially deferred
    for each row execute function ended()`.execute(database.db)
  await expect(claim(dir)).rejects.toThrow('ended')
  await sql`drop function ended cascade`.execute(database.db)
  await claim(dir)
  // Ended after it, before the file was renamed.
  const marker = join(dir, 'linjen.id')
  const id = await readFile(marker, 'utf8')
  // Several processes start at once: one may rename the file while another looks for it. Many times, because it happens by chance.
  for (let time = 0; time < 50; time++) {
    await rename(marker, `${marker}.new`)
    await Promise.all([1, 2, 3, 4].map(() => claim(dir)))
    expect(await readFile(marker, 'utf8')).toBe(id)
  }
})

test('a copied folder works with its database', async () => {
  const dir = await dirOf('a')
  await claim(dir)
  await cp(dir, join(folder, 'b'), { recursive: true })
  await claim(join(folder, 'b'))
})

test('a folder that is made is for its owner alone, and one that is there keeps what its owner allows', async () => {
  const modeOf = async (dir: string) => (await stat(dir)).mode & 0o777
  expect(await modeOf(await dirOf('made'))).toBe(0o700)
  const [held, shared] = [join(folder, 'held'), join(folder, 'shared')]
  await (await holdDataDir(held, async () => {})).release()
  expect(await modeOf(held)).toBe(0o700)
  await mkdir(shared)
  await chmod(shared, 0o750)
  await checkWritable(shared)
  expect(await modeOf(shared)).toBe(0o750)
})

test('a folder that cannot be written is refused', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  await expect(checkWritable(join(file, 'data'))).rejects.toThrow(
    new RegExp(`^DATA_DIR=${file}/data \\(mappen går inte att skriva i: \\w+\\)$`),
  )
})
