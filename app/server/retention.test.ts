// docs/retention.md says for every table how long its rows are kept, and which job removes them.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queue } from '#core/cases/server/queue.ts'
import type { Platform } from '#platform/server/area.ts'
import { deviationQueue } from '../../areas/deviations/server/queue.ts'
import { commentQueue } from '../../areas/news/server/queue.ts'
import { suggestionQueue } from '../../areas/suggestions/server/queue.ts'
import { timeReportStates } from '../../areas/time-report/server/queue.ts'
import { faultQueue } from '../../areas/vehicle-faults/server/queue.ts'
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
    where table_schema = current_schema() and table_name not like 'kysely%'
      and not exists (select from pg_inherits where inhrelid = to_regclass(quote_ident(table_name)))`.execute(portal.db)
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

/** In place of a category: the cases that the queue keeps longer than their category says. */
const injured = 'with somebody injured'

/** What the page says of each queue, in its order, and the categories that are meant. Null: all that the page does not name. */
const promised: readonly (readonly [
  Pick<Queue, 'calls' | 'retention'>,
  Readonly<Record<string, readonly (string | null)[]>>,
])[] = [
  [faultQueue, { '36 months after the case ended': [null] }],
  [
    deviationQueue,
    {
      'injuries in any report, damages and insurance cases 10 years': [
        injured,
        'Personskada',
        'Fordonsskada med personskada',
        'Fordonsskada',
        'Försäkringsärende',
      ],
      'other threats and work environment 5 years': ['Hot och våld', 'Arbetsmiljöfrågor'],
      'other bullying, traffic and stops 2 years': ['Kränkning', null],
    },
  ],
  [suggestionQueue, { '36 months after it was decided': [null] }],
  [commentQueue, { '12 months after it was decided': [null] }],
  [timeReportStates, { '84 months after it was approved or taken back': [null] }],
]

const periodsIn = (words: string) => words.match(/\d+ (months|years)/g) ?? []
const monthsIn = (words: string) => {
  const [number, unit] = periodsIn(words)[0]?.split(' ') ?? []
  return Number(number) * (unit === 'years' ? 12 : 1)
}

test('the page says of every queue what the queue does', () => {
  const [byAge = ''] = page.split('## What stays')
  const cells = byAge.split('\n').map((line) => line.split('|'))
  const onPage = cells.flatMap(([, , tables, goes]) => (tables?.includes('`cases`') ? [goes ?? ''] : []))
  expect(onPage.map(periodsIn)).toEqual(promised.map(([, kept]) => Object.keys(kept).flatMap(periodsIn)))
  for (const [index, [{ retention }, kept]] of promised.entries()) {
    for (const words of Object.keys(kept)) expect(onPage[index]).toContain(words)
    const inWords = Object.entries(kept).flatMap(([words, categories]) =>
      categories.map((category) => [category, monthsIn(words)] as const),
    )
    const inQueue = [
      ...retention.kept.map(({ category, months }) => [category, months] as const),
      ...(retention.longer ? [[injured, retention.longer.months] as const] : []),
    ]
    expect(new Map(inQueue)).toEqual(new Map(inWords))
  }
  expect(new Set(promised.map(([{ calls }]) => calls.kind))).toEqual(new Set(kindsOf(portal.app.calls)))
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

/** A report of bullying in which somebody was injured. Without one, a case is of a report that is not there. */
async function injuredReport(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into incidents (company, number, typ, rubrik, incident_date, plats, status, detail, created_at, created_local)
    select company, max(number) + 1, 'Arbetsmiljöfrågor', '', '2016-01-01', '', 'Avslutad', '{"Personskador": true}', now(), now()
    from incidents where company = 'norr' group by company
    returning id`.execute(portal.db)
  return rows[0]!.id
}

test('a case stays until the last day of its period, and is gone a day later', async () => {
  const expected: string[] = []
  let id = 1_000_000
  for (const [{ calls }, kept] of promised)
    for (const [words, categories] of Object.entries(kept))
      for (const category of categories.flatMap((each) => (each === null ? [null, 'Övrigt'] : each)))
        for (const days of [1, -1]) {
          const isInjured = category === injured
          const number = `${calls.kind} ${category} ${words} ${days > 0 ? 'stays' : 'goes'}`
          await sql`
            insert into cases (company, kind, id, number, category, state, received_at, ended_at)
            select 'norr', ${calls.kind}, ${isInjured ? await injuredReport() : id++}, ${number},
              ${isInjured ? 'Kränkning' : category}, 'Klar', at - interval '1 hour', at
            from (select ${portal.clock.now}::timestamptz - make_interval(months => ${monthsIn(words)}::int, days => -${days}::int) as at) t`.execute(
            portal.db,
          )
          if (days > 0) expected.push(number)
        }
  expect(expected.length).toBeGreaterThan(12)
  for (const job of jobs.filter(({ rhythm }) => rhythm === 'night')) await job.run(platformAt(portal))
  const { rows } = await sql<{ number: string }>`
    select number from cases where number like '% stays' or number like '% goes'`.execute(portal.db)
  expect(rows.map(({ number }) => number).toSorted()).toEqual(expected.toSorted())
})

const platformAt = ({ db, clock }: TestPortal) =>
  ({ db, clock: () => clock.now, variants: { timeZoneOf: () => 'Europe/Stockholm' } }) as unknown as Platform
