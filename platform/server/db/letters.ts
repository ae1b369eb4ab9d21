import { sql } from 'kysely'
import type { Database } from '../area.ts'
import { WrongSetting } from '../settings.ts'

const remedy = 'createdb -T template0 -E UTF8 --locale C.UTF-8'

/**
 * Throws WrongSetting if a database on a server cannot store every letter, or if it is still empty and does not know å as the lower case of
 * Å: searches would not find all names. A database that is already in use only gets a warning line for the latter.
 */
export async function checkLetters(db: Database, tell: (line: string) => void): Promise<void> {
  const { rows } = await sql<{ encoding: string; isUsed: boolean }>`
    select current_setting('server_encoding') as encoding, to_regclass('kysely_migration') is not null as "isUsed"`.execute(
    db,
  )
  const { encoding, isUsed } = rows[0]!
  if (encoding !== 'UTF8')
    throw new WrongSetting(
      `Databasen i DATABASE_URL har teckenkodningen ${encoding}. Den ska ha UTF8: skapa den med ${remedy}`,
    )
  // A separate query, because another encoding may not have these letters.
  const folds = await sql<{ folds: boolean }>`select lower('Å') = 'å' as folds`.execute(db)
  if (folds.rows[0]?.folds) return
  const what = 'Databasen i DATABASE_URL ser inte att Å och å är samma bokstav, så sökningar missar namn.'
  if (!isUsed) throw new WrongSetting(`${what} Skapa den med ${remedy}`)
  tell(`VARNING: ${what} Gör en säkerhetskopia och läs in den i en databas som skapats med ${remedy}`)
}
