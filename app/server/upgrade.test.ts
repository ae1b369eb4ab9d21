// The previous version keeps running while the new one migrates and starts: docs/decisions/0057.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#platform/server/db/migrate.ts'
import { openInMemory, type OpenDatabase } from '#platform/server/db/open.ts'
import { schemas } from './areas.ts'
import { narrowed, shapeOf } from './test-narrowing.ts'

/** Migrations with what they take away from the previous version, each with its reason or older than the first release. */
const narrows: Readonly<Record<string, readonly string[]>> = {
  '2026-11-24-deviations': [
    'employees kept by incident_alerts',
    'employees kept by incident_pictures',
    'employees kept by incidents',
    'employees kept by incidents',
  ],
  '2026-11-24-faults': ['vehicles kept by faults'],
  // One evaluation for each attendance.
  '2026-12-03-one-evaluation': [
    'course_evaluations: CREATE UNIQUE INDEX course_evaluations_of_attendance ON public.course_evaluations USING btree ' +
      '(employee_id, attended_on, course) WHERE (attended_on IS NOT NULL)',
  ],
  // In the place of an index without the last column: it refuses less.
  '2027-02-10-emergency-beside-later': [
    'role_assignments: CREATE UNIQUE INDEX role_assignments_once_each ON public.role_assignments USING btree ' +
      "(company, employee_id, role, COALESCE(area, ''::text), COALESCE(category, ''::text), source, " +
      'COALESCE(deputy_of, (0)::bigint), ((valid_until IS NOT NULL))) WHERE (ended_at IS NULL)',
  ],
  // In the place of a primary key of the same columns, which allowed no null; the new key fills itself.
  '2027-02-17-reasons-without-reporter': [
    'comment_reports: PRIMARY KEY (company, id)',
    'comment_reports: UNIQUE (company, reported_id, reporter_id)',
  ],
}

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openInMemory()
})
afterAll(() => opened.close())

test('no migration takes what the version before reads or writes, but those listed', async () => {
  const { db } = opened
  const all = Object.entries(
    Object.assign({}, ...schemas.map(({ migrations }) => migrations)) as Readonly<Record<string, Migration>>,
  ).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const found: Record<string, string[]> = {}
  let before = await shapeOf(db)
  for (const [name, migration] of all) {
    await db.transaction().execute((tx) => migration.up(tx))
    const after = await shapeOf(db)
    const lines = narrowed(before, after)
    if (lines.length > 0) found[name] = lines
    before = after
  }
  expect(found).toEqual(narrows)
})

test.each([
  ['drops a table', 'drop table b', ['drops b']],
  ['renames a table', 'alter table b rename to c', ['drops b']],
  ['drops a column', 'alter table a drop column text', ['drops a.text']],
  ['renames a column', 'alter table a rename column text to words', ['drops a.text']],
  ['changes a type', 'alter table a alter column n type text using n::text', ['a.n from integer to text']],
  ['forbids null', 'alter table a alter column text set not null', ['requires a.text']],
  ['takes a default', 'alter table a alter column filled drop default', ['requires a.filled']],
  ['requires a new column', 'alter table b add column x text not null', ['requires b.x']],
  ['checks', `alter table a add check (text <> '')`, [`a: CHECK ((text <> ''::text))`]],
  [
    'makes unique',
    'create unique index on a (text)',
    ['a: CREATE UNIQUE INDEX a_text_idx ON public.a USING btree (text)'],
  ],
  ['refers', 'create table d (a_id integer references a)', ['a kept by d']],
])('a migration that %s is found', async (_what, statement, lines) => {
  const { db } = opened
  await sql`drop table if exists a, b, c, d cascade`.execute(db)
  await sql`create table a (id integer primary key, n integer, text text, filled integer not null default 1)`.execute(
    db,
  )
  await sql`create table b (id integer primary key)`.execute(db)
  const before = await shapeOf(db)
  await sql.raw(statement).execute(db)
  expect(narrowed(before, await shapeOf(db))).toEqual(lines)
})

test('one that only adds is not', async () => {
  const { db } = opened
  await sql`drop table if exists a, b, c, d cascade`.execute(db)
  await sql`create table a (id integer primary key, n integer, text text not null)`.execute(db)
  const before = await shapeOf(db)
  await sql`alter table a add column more text, add column filled integer not null default 1, add column one text unique,
    alter column n type bigint, alter column text drop not null`.execute(db)
  await sql`create table d (a_id integer references a on delete cascade, check (a_id > 0))`.execute(db)
  await sql`create index on a (text)`.execute(db)
  expect(narrowed(before, await shapeOf(db))).toEqual([])
})

test('nor one that lets be deleted what was kept; the other way round it is', async () => {
  const { db } = opened
  await sql`drop table if exists a, b, c, d cascade`.execute(db)
  await sql`create table a (id integer primary key)`.execute(db)
  await sql`create table b (a_id integer references a)`.execute(db)
  const kept = await shapeOf(db)
  await sql`alter table b drop constraint b_a_id_fkey, add foreign key (a_id) references a on delete set null`.execute(
    db,
  )
  const free = await shapeOf(db)
  expect([narrowed(kept, free), narrowed(free, kept)]).toEqual([[], ['b: FOREIGN KEY (a_id) REFERENCES a(id)']])
})

test('a version starts on a database that a later one has migrated, and leaves what it does not know alone', async () => {
  const fresh = await openInMemory()
  const { db } = fresh
  await migrate(db, schemas)
  const later: Migration = { up: (tx) => tx.schema.createTable('later').addColumn('id', 'integer').execute() }
  await migrate(db, [...schemas, { migrations: { '2026-11-21-between': later } }])
  await migrate(db, schemas)
  await migrate(db, [...schemas, { migrations: { '2026-11-21-between': later } }])
  await sql`select id from later`.execute(db)
  await fresh.close()
})
