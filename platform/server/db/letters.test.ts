// Databases as PostgreSQL makes them where the machine has no locale of its own, or an old one.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WrongSetting } from '../settings.ts'
import { checkLetters } from './letters.ts'
import { openPostgres } from './open.ts'
import { postgresBinaries, testCluster, type TestCluster } from './test-cluster.ts'

const binaries = postgresBinaries()

describe.skipIf(binaries === null)('a database with letters of its own', () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await testCluster(binaries as string)
  })
  afterAll(() => cluster?.remove())

  /** The lines of the check of a database, and last the reason if it is refused. */
  async function said(name: string, options: readonly string[], isUsed = false): Promise<string[]> {
    cluster.run('createdb', '-T', 'template0', ...options, name)
    const opened = openPostgres(await cluster.database(name))
    const lines: string[] = []
    try {
      if (isUsed) await sql`create table kysely_migration (name text)`.execute(opened.db)
      await checkLetters(opened.db, (line) => void lines.push(line))
    } catch (error) {
      expect(error).toBeInstanceOf(WrongSetting)
      lines.push((error as Error).message)
    } finally {
      await opened.close()
    }
    return lines
  }

  const remedy = 'createdb -T template0 -E UTF8 --locale C.UTF-8'
  const folds = 'Databasen i DATABASE_URL ser inte att Å och å är samma bokstav, så sökningar missar namn.'

  test.each(['SQL_ASCII', 'LATIN1', 'WIN1251'])('is refused with the encoding %s, empty or not', async (encoding) => {
    for (const isUsed of [false, true])
      expect(await said(`${encoding}_${isUsed}`.toLowerCase(), ['-E', encoding, '--locale', 'C'], isUsed)).toEqual([
        `Databasen i DATABASE_URL har teckenkodningen ${encoding}. Den ska ha UTF8: skapa den med ${remedy}`,
      ])
  })

  test('is refused with the locale C while it is empty, and told of at each start when it is used', async () => {
    const options = ['-E', 'UTF8', '--locale', 'C']
    expect(await said('plain', options)).toEqual([`${folds} Skapa den med ${remedy}`])
    expect(await said('used', options, true)).toEqual([
      `VARNING: ${folds} Gör en säkerhetskopia och läs in den i en databas som skapats med ${remedy}`,
    ])
  })

  test('is taken as the line makes it', async () => {
    expect(await said('fine', remedy.split(' ').slice(3))).toEqual([])
  })
})
