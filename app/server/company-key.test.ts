// Each row must name its company, because a group grows by moving a company to another database, and large tables are partitioned by
// company.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#platform/server/area.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

const installation = 'of the installation, not of a company'
const directory = 'who belongs to which company: asked before the company is known'
const signIns = 'of tokens and accounts, before the company is known'
const loneId = 'from before the rule: has the company, but a lone id as its key'
const byParent = 'from before the rule: its company is that of what it belongs to'
const copied = 'a copy of news_words, made anew wherever those are moved to'
const byEmployee = 'from before the rule: its company is that of its employee'
const groupToo = 'from before the rule: no company where it is for the whole group'
const nameless = 'names no company, so that nobody can tell whose it is: docs/decisions/0024'

/**
 * Tables that are exempt from the rule, each with the reason. This list only gets shorter: the primary key of a new table begins with the
 * company.
 */
const excepted: Readonly<Record<string, string>> = {
  companies: directory,
  employees: directory,
  identities: directory,
  ended_sign_ins: signIns,
  oidc_payloads: signIns,
  unlinked_accounts: signIns,

  data_folder: installation,
  file_stores: installation,
  jobs: installation,
  page_files: installation,
  last_backup: installation,
  backup_places: installation,
  erasures_replayed: installation,
  news_words_due: installation,
  secrets: installation,
  // These rows may concern something without a company, such as a comment on the group's news. A restore reads them before any area.
  erasures: 'a kind and an id alone: docs/decisions/0052',

  survey_answers: nameless,
  survey_answers_unmixed: nameless,
  survey_epochs: nameless,
  survey_sealed: nameless,

  documents: groupToo,
  fault_categories: groupToo,
  news_channels: groupToo,

  course_evaluations: loneId,
  faults: loneId,
  feeds: loneId,
  incidents: loneId,
  suggestions: loneId,
  vehicles: loneId,
  calendar_subscriptions: 'from before the rule: has the company, and its employee as its key',
  shelved_documents: 'from before the rule: has the company, and its document as its key',

  doomed_documents: byParent,
  duties: byParent,
  duty_events: byParent,
  duty_places: byParent,
  fault_pictures: byParent,
  fault_steps: byParent,
  feed_versions: byParent,
  incident_alerts: byParent,
  incident_pictures: byParent,
  news_comments: byParent,
  news_files: byParent,
  news_items: byParent,
  news_words: byParent,
  news_recent: copied,
  news_recent_words: copied,
  shelf_words: byParent,
  trip_patterns: byParent,

  calendar_events: byEmployee,
  contact_numbers: byEmployee,
  course_attendances: byEmployee,
  eco_months: byEmployee,
  eco_trips: byEmployee,
  employee_claims: byEmployee,
  idempotency_keys: byEmployee,
  payslip_openings: byEmployee,
  payslips: byEmployee,
  personal_details: byEmployee,
  survey_participation: byEmployee,
  time_reports: byEmployee,
  write_counts: byEmployee,
}

/** Each table, and whether the first column of its primary key is a company that is not null. */
async function tablesOf(db: Database): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ name: string; keyed: boolean }>`
    select t.relname as name, coalesce(c.attnotnull and k.indkey[0] = c.attnum, false) as keyed
    from pg_class t
    left join pg_attribute c on c.attrelid = t.oid and c.attname = 'company' and not c.attisdropped
    left join pg_index k on k.indrelid = t.oid and k.indisprimary
    where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      and t.relname not like 'kysely%'`.execute(db)
  return new Map(rows.map(({ name, keyed }) => [name, keyed]))
}

/** The tables that break the rule or are exempt without need, one line each. */
function complaints(tables: ReadonlyMap<string, boolean>): string[] {
  const broken = [...tables].flatMap(([name, keyed]) => {
    if (!keyed && !excepted[name]) return [`${name}: needs company, not null, as the first column of its primary key`]
    return keyed && excepted[name] ? [`${name}: follows the rule now, take it off the list`] : []
  })
  const gone = Object.keys(excepted).filter((name) => !tables.has(name))
  return [...broken, ...gone.map((name) => `${name}: is no table, take it off the list`)].toSorted()
}

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

test('every table begins its primary key with its company, but those listed', async () => {
  const tables = await tablesOf(portal.db)
  // Two tables that follow the rule, to see that the query finds such tables at all.
  expect([tables.get('surveys'), tables.get('fault_numbers'), tables.get('faults')]).toEqual([true, true, false])
  expect(complaints(tables)).toEqual([])
})

test('a table that breaks the rule is found, and one on the list that follows it', async () => {
  const rollback = new Error('rolled back')
  const found = portal.db.transaction().execute(async (tx) => {
    for (const table of [
      'new_good (company text not null, id bigint, primary key (company, id))',
      'new_lone_id (id bigint primary key, company text not null)',
      'new_company_last (company text not null, id bigint, primary key (id, company))',
      'new_nullable (company text, id bigint, unique (company, id))',
      'new_keyless (company text not null, id bigint)',
      'new_other (id bigint primary key)',
      'new_months (company text not null, month date, primary key (company, month)) partition by list (month)',
      `new_month partition of new_months for values in ('2026-11-01')`,
    ])
      await sql.raw(`create table ${table}`).execute(tx)
    await sql`drop table news_words_due`.execute(tx)
    await sql`alter table suggestions drop constraint suggestions_pkey, add primary key (company, id)`.execute(tx)
    throw Object.assign(rollback, { complaints: complaints(await tablesOf(tx)) })
  })
  const needs = (name: string) => `${name}: needs company, not null, as the first column of its primary key`
  await expect(found).rejects.toMatchObject({
    complaints: [
      needs('new_company_last'),
      needs('new_keyless'),
      needs('new_lone_id'),
      needs('new_nullable'),
      needs('new_other'),
      'news_words_due: is no table, take it off the list',
      'suggestions: follows the rule now, take it off the list',
    ],
  })
})
