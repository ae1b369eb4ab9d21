// docs/retention.md says for every table how long its rows are kept, and which job removes them.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '#platform/server/area.ts'
import { jobs } from './jobs.ts'
import { testPortal, type TestPortal } from './test-portal.ts'
import { giveEveryRole } from './test-roles.ts'

let portal: TestPortal
let page: string
beforeAll(async () => {
  portal = await testPortal()
  page = await readFile(fileURLToPath(new URL('../../docs/retention.md', import.meta.url)), 'utf8')
})
afterAll(() => portal.close())

const named = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string)

/** The names in a column of the page's tables. */
const inColumn = (text: string, column: number) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => named(line.split('|')[column] ?? ''))

test('every table is on the page, and no other', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_name not like 'kysely%'`.execute(portal.db)
  const withWhatTheyBelongTo = named(/^What an area lets be searched.*$/m.exec(page)?.[0] ?? '')
  const onPage = new Set([...inColumn(page, 2), ...withWhatTheyBelongTo])
  expect([...onPage].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('the jobs that it names exist, and every nightly one is named', () => {
  const [byAge = ''] = page.split('## What stays')
  const onPage = inColumn(byAge, 4)
  expect(jobs.map(({ name }) => name)).toEqual(expect.arrayContaining(onPage))
  expect(onPage).toEqual(expect.arrayContaining(jobs.flatMap(({ name, rhythm }) => (rhythm === 'night' ? [name] : []))))
})

test('keys of what was sent go after 60 days, and counts of writes with their minute', async () => {
  const platform = { db: portal.db, clock: () => portal.clock.now } as unknown as Platform
  const left = async (table: string) =>
    (
      await sql<{ kept: string }>`select ${sql.ref(table === 'write_counts' ? 'writes' : 'key')}::text as kept
      from ${sql.table(table)} order by 1`.execute(portal.db)
    ).rows.map(({ kept }) => kept)
  for (const [key, days] of Object.entries({ 'fifty-nine': 59, 'sixty-one': 61 })) {
    const at = new Date(portal.clock.now.getTime() - days * 86_400_000)
    await sql`
      insert into idempotency_keys (employee_id, key, request_hash, created_at)
      select min(id::text)::uuid, ${key}, '', ${at} from employees`.execute(portal.db)
  }
  // A new minute may begin during the test, so the newer row is in the next minute.
  for (const [writes, minutes] of [
    [1, 1],
    [2, -3],
  ])
    await sql`
      insert into write_counts (employee_id, minute, writes)
      values (gen_random_uuid(), floor(extract(epoch from clock_timestamp()) / 60) + ${minutes}, ${writes})`.execute(
      portal.db,
    )
  for (const name of ['idempotency keys at night', 'write counts'])
    await jobs.find((job) => job.name === name)!.run(platform)
  expect(await left('idempotency_keys')).toEqual(['fifty-nine'])
  expect(await left('write_counts')).toEqual(['1'])
})

/** Every queue of cases, from the calls, so that a new queue is included. */
const kindsOf = (calls: readonly { readonly path: string }[]) => [
  ...new Set(calls.flatMap(({ path }) => /^\/api\/kontor\/arenden\/([^/]+)\//.exec(path)?.[1] ?? [])),
]

test('every queue says of each case how long it is kept, and each night removes what is older', async () => {
  const kinds = kindsOf(portal.app.calls)
  expect(kinds.length).toBeGreaterThan(4)
  await giveEveryRole(portal.db, 'monica')
  portal.clock.now = new Date(portal.clock.now.getTime() + 31_000)
  const { rows: some } = await sql<{ kind: string; number: string }>`
    select distinct on (kind, category, ended_at is null) kind, number from cases where company = 'norr'`.execute(
    portal.db,
  )
  expect(new Set(some.map(({ kind }) => kind))).toEqual(new Set(kinds))
  for (const { kind, number } of some) {
    const { body } = await portal.send('monica', 'GET', `/api/kontor/arenden/${kind}/arende?nummer=${number}`)
    const kept = body.result.details.filter(({ label }: { label: string }) => label === 'Sparas')
    expect([kind, number, kept.length]).toEqual([kind, number, 1])
    expect(kept[0].value).toMatch(/^(till \d|\d+ (år|månader) efter)/)
  }
  const left = async () => {
    const { rows } = await sql<{ kind: string; count: number; ended: number }>`
      select kind, count(*)::int as count, count(*) filter (where ended_at is not null)::int as ended from cases
      group by kind order by kind`.execute(portal.db)
    return rows
  }
  const ownRows = async () =>
    (
      await sql`
        select (select count(*) from faults)::int as fel, (select count(*) from incidents)::int as avvikelser,
          (select count(*) from suggestions)::int as forslag, (select count(*) from reported_comments)::int as kommentarer,
          (select count(*) from time_reports)::int as tidrapporter`.execute(portal.db)
    ).rows[0] as Record<string, number>
  const [before, rowsBefore] = [await left(), await ownRows()]
  expect(before.every(({ ended }) => ended > 0)).toBe(true)
  const runNights = async () => {
    for (const job of jobs.filter(({ rhythm }) => rhythm === 'night')) await job.run(platformAt(portal))
  }
  await runNights()
  expect(await left()).toEqual(before)
  await sql`
    update cases set received_at = received_at - interval '10 years', ended_at = ended_at - interval '10 years'
    where ended_at is not null`.execute(portal.db)
  await runNights()
  expect(await left()).toEqual(before.map(({ kind, count, ended }) => ({ kind, count: count - ended, ended: 0 })))
  expect(await ownRows()).toEqual(
    Object.fromEntries(before.map(({ kind, ended }) => [kind, (rowsBefore[kind] ?? 0) - ended])),
  )
})

const platformAt = ({ db, clock }: TestPortal) =>
  ({ db, clock: () => clock.now, variants: { timeZoneOf: () => 'Europe/Stockholm' } }) as unknown as Platform
