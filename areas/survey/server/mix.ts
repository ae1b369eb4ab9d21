import { randomInt } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { epochsOf, holdEpochs, newEpoch } from './epochs.ts'
import { type GivenAnswer, read, written } from './given-answer.ts'
import { sorted } from './groups.ts'
import { type KeyFolder, keyFolder } from './key-folder.ts'
import { open, seal } from './seal.ts'
import { periodsOf } from './store.ts'
import type { SurveyTables } from './tables.ts'

/**
 * Releases sealed answers, mixed in groups of five or more, and seals the rest again. Called at start, every hour, and before
 * anything is read from survey_answers.
 */
export async function mix({ db, clock, config, variants, log }: Platform): Promise<void> {
  const now = clock()
  const today = (company: string) => dateIn(variants.timeZoneOf(company), now)
  const { stuck } = await mixSealed(db, await keyFolder(db, config.dataDir), today)
  if (stuck > 0) log.error({ answers: stuck }, 'survey answers that no key in this data folder opens')
}

/** Mixes in one transaction, and destroys the keys of the opened epochs only after it. `stuck`: answers that no key here opens. */
export async function mixSealed(
  db: Database,
  keys: KeyFolder,
  today: (company: string) => string,
): Promise<{ stuck: number }> {
  const { spent, stuck } = await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      // The commit must be on disk before a key is destroyed, even if the server's setting is laxer.
      await sql`set local synchronous_commit = on`.execute(tx)
      // Sends wait while mixing waits for its lock, so after a while it gives up until the next hour.
      await sql`set local lock_timeout = '10s'`.execute(tx)
      await holdEpochs(tx)
      // Every send begins by writing to survey_participation. With this lock no send is under way whose answer could be sealed with a key
      // that is about to be destroyed. Reads go on.
      await sql`lock table survey_participation, survey_sealed in share row exclusive mode`.execute(tx)
      return mixHeld(tx, keys, today)
    })
  for (const epoch of spent) await keys.destroy(epoch)
  // Removes the old rows, and with them their order and age, from the tables' files.
  if (spent.length > 0)
    await sql`vacuum survey_participation, survey_answers, survey_sealed, survey_answers_unmixed`.execute(db)
  return { stuck }
}

async function mixHeld(
  tx: Database,
  keys: KeyFolder,
  today: (company: string) => string,
): Promise<{ spent: readonly string[]; stuck: number }> {
  // The folder is read before the database. If the folder hangs so long that the server ends this transaction and another process mixes
  // instead, the next query fails. In the other order, this run would then destroy the new key of that process.
  const here = await keys.list()
  const known = await epochsOf(tx)
  // Destroys keys that a process left behind, because it ended before its transaction committed or before it destroyed them.
  for (const epoch of here) if (!known.includes(epoch)) await keys.destroy(epoch)
  const own = known.filter((epoch) => here.includes(epoch))

  const old = await answersFromBefore(tx)
  const sealed = await openAll(tx, keys, own)
  const pool = [...old, ...sealed.answers]
  const { mixed, waiting } = sorted(pool, await endedYears(tx, pool, today))
  const stuck = (await countOthers(tx, own)) + sealed.damaged.length
  if (old.length === 0 && !sealed.fresh && mixed.length === 0) return { spent: [], stuck }

  const next = await newEpoch(tx, keys)
  if (mixed.length > 0) await rewriteAnswers(tx, mixed)
  await rewriteParticipation(tx)
  await rewriteSealed(tx, { epochs: own, but: sealed.damaged }, next, waiting)
  // All of them: until its key is destroyed, an answer could be sealed for an epoch that is left.
  await sql`delete from survey_epochs where public_key = any(${own})`.execute(tx)
  await sql`delete from survey_answers_unmixed`.execute(tx)
  return { spent: own, stuck }
}

async function answersFromBefore(tx: Database): Promise<GivenAnswer[]> {
  const u = columnsOf<SurveyTables['survey_answers']>('u')
  // The rows come from survey_answers, where year, form and answers are never null.
  const answer = selected({
    year: u('year'),
    form: u('form'),
    company: u('company'),
    area: u('area'),
    answers: u('answers'),
    old: sql<boolean>`true`,
  })
  const { rows } = await sql<RowOf<typeof answer>>`
    select ${answer} from survey_answers_unmixed u`.execute(tx)
  return rows
}

/**
 * Opens every box of the epochs. `fresh`: some of the answers have not been through a mixing. `damaged`: boxes that their key cannot open,
 * so that nothing ever will. They are skipped, so that the other answers can be released.
 */
async function openAll(
  tx: Database,
  keys: KeyFolder,
  epochs: readonly string[],
): Promise<{ answers: GivenAnswer[]; fresh: boolean; damaged: string[] }> {
  const answers: GivenAnswer[] = []
  const damaged: string[] = []
  let fresh = false
  for (const epoch of epochs) {
    const key = await keys.read(epoch)
    for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
      const { rows } = await sql<Pick<Selectable<SurveyTables['survey_sealed']>, 'id' | 'waiting' | 'box'>>`
        select id, waiting, box from survey_sealed where epoch = ${epoch} and id > ${last}
        order by id limit 100`.execute(tx)
      for (const { id, waiting, box } of rows) {
        last = id
        const text = opened(epoch, key, box)
        if (text === null) damaged.push(id)
        else {
          answers.push(read(text))
          fresh ||= !waiting
        }
      }
      if (rows.length === 0) break
    }
  }
  return { answers, fresh, damaged }
}

function opened(epoch: string, key: Buffer, box: Uint8Array): string | null {
  try {
    return open(epoch, key, box)
  } catch {
    return null
  }
}

/** Which years' surveys are over, in every company that had one. */
async function endedYears(
  tx: Database,
  pool: readonly GivenAnswer[],
  today: (company: string) => string,
): Promise<(year: number) => boolean> {
  const periods = await periodsOf(tx, [...new Set(pool.map(({ year }) => year))])
  return (year) => periods.every((period) => period.year !== year || period.closes < today(period.company))
}

/*
 * Tables are rewritten in random order: all rows get the same age (xmin), a random position (ctid) and new ids. Rows are deleted and not
 * truncated, since a backup that begins meanwhile would find an empty table. Temporary tables are not in the write-ahead log.
 */

async function rewriteAnswers(tx: Database, mixed: readonly GivenAnswer[]): Promise<void> {
  await sql`
    create temp table mixing_answers on commit drop as
    select year, form, company, area, answers from survey_answers`.execute(tx)
  for (const some of inParts(mixed)) {
    await sql`
      insert into mixing_answers
      select year, form, company, area, answers from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
        as r(year integer, form text, company text, area text, answers jsonb)`.execute(tx)
  }
  await sql`delete from survey_answers`.execute(tx)
  await sql`
    insert into survey_answers (year, form, company, area, answers)
    select year, form, company, area, answers from mixing_answers order by gen_random_uuid()`.execute(tx)
}

async function rewriteParticipation(tx: Database): Promise<void> {
  await sql`
    create temp table mixing_participation on commit drop as
    select year, employee_id from survey_participation`.execute(tx)
  await sql`delete from survey_participation`.execute(tx)
  await sql`
    insert into survey_participation (year, employee_id)
    select year, employee_id from mixing_participation order by gen_random_uuid()`.execute(tx)
}

/** Seals the waiting answers for the next epoch. Damaged ones move to it as they are, so that they go on being counted. */
async function rewriteSealed(
  tx: Database,
  opened: { readonly epochs: readonly string[]; readonly but: readonly string[] },
  next: string,
  waiting: readonly GivenAnswer[],
): Promise<void> {
  await sql`
    delete from survey_sealed where epoch = any(${opened.epochs}) and id <> all(${opened.but}::uuid[])`.execute(tx)
  await sql`update survey_sealed set epoch = ${next} where id = any(${opened.but}::uuid[])`.execute(tx)
  for (const answer of byLot(waiting)) {
    await sql`
      insert into survey_sealed (epoch, waiting, box)
      values (${next}, true, ${seal(next, written(answer))})`.execute(tx)
  }
}

async function countOthers(tx: Database, own: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from survey_sealed where not epoch = any(${own})`.execute(tx)
  return rows[0]?.n ?? 0
}

function* inParts<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += 100) yield items.slice(at, at + 100)
}

/** Fisher–Yates shuffle with unpredictable random numbers. */
function byLot<Item>(items: readonly Item[]): Item[] {
  const drawn = [...items]
  for (let at = drawn.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    const held = drawn[at] as Item
    drawn[at] = drawn[other] as Item
    drawn[other] = held
  }
  return drawn
}
