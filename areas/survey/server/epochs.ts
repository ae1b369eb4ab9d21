import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { KeyFolder } from './key-folder.ts'
import { surveyTables } from './tables.ts'

/** All epochs that answers may be sealed for, whichever machine has their keys. */
export async function epochsOf(db: Database): Promise<string[]> {
  const epochs = await surveyTables(db).selectFrom('survey_epochs').select('public_key').orderBy('public_key').execute()
  return epochs.map(({ public_key }) => public_key)
}

/**
 * An epoch whose private key is in this process's folder. After a restored backup, or on a machine with a separate folder, the
 * database has other epochs too, and an answer sealed for one of them could never be opened.
 */
export async function epochHere(db: Database, keys: KeyFolder): Promise<string | null> {
  for (const epoch of await epochsOf(db)) if (await keys.has(epoch)) return epoch
  return null
}

/** Makes sure that there is an epoch whose private key is in this process's folder; the first process creates it. */
export async function ensureEpoch(db: Database, keys: KeyFolder): Promise<void> {
  if (await epochHere(db, keys)) return
  await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      await holdEpochs(tx)
      if (!(await epochHere(tx, keys))) await newEpoch(tx, keys)
    })
}

/**
 * Lets only one process at a time create, mix or clean up epochs, until its transaction ends. Not EXCLUSIVE: a send that is under way
 * refers to an epoch, and mixing waits for that send.
 */
export async function holdEpochs(tx: Database): Promise<void> {
  await sql`lock table survey_epochs in share row exclusive mode`.execute(tx)
}

/** The key is created first, so that every visible epoch can be opened. */
export async function newEpoch(tx: Database, keys: KeyFolder): Promise<string> {
  const epoch = await keys.create()
  await sql`insert into survey_epochs (public_key) values (${epoch})`.execute(tx)
  return epoch
}
