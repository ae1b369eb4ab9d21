import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Platform } from '#platform/server/area.ts'
import { printedBy, refusalOf } from '../../../app/server/test-imports.ts'
import { testPlatform } from '../../../app/server/test-platform.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { demoTraining } from './demo/demo.ts'
import { courseImporter } from './import-courses.ts'
import { training } from './index.ts'

let portal: TestPortal
let folder: string
let platform: Platform
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-courses-'))
  portal = await testPortal({ DATA_DIR: folder })
  platform = await testPlatform(portal, { DATA_DIR: folder })
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

async function bring(lines: readonly string[], { company = 'norr', dryRun = false } = {}): Promise<string[]> {
  const source = join(folder, 'kurser.csv')
  await writeFile(source, lines.join('\n'))
  return printedBy(courseImporter, platform, { source, company, dryRun })
}

const mayEvaluate = async (userName: string) => (await portal.send(userName, 'GET', '/api/utvardering/get')).body.result
const attendances = async () =>
  (await sql`select * from course_attendances order by employee_id, held_on, course`.execute(portal.db)).rows
const head = 'anstid;kurs;ort;datum'

test('an employee who attended a course may evaluate it; the same file again changes nothing', async () => {
  expect(await mayEvaluate('bertil')).toBe(false)
  const lines = [head, '31108;Fordonskännedom;Umeå;2026-11-18', '31113;Fordonskännedom;Umeå;2026-11-18']
  expect(await bring(lines, { dryRun: true })).toEqual([
    '2 nya deltaganden, 0 får en annan ort, 0 är som förut.',
    'Ingenting har ändrats (--dry-run).',
  ])
  expect(await mayEvaluate('bertil')).toBe(false)
  expect(await bring(lines)).toEqual(['2 nya deltaganden, 0 får en annan ort, 0 är som förut.', 'Klart.'])
  expect(await mayEvaluate('bertil')).toBe(true)
  const before = await attendances()
  expect((await bring(lines))[0]).toBe('0 nya deltaganden, 0 får en annan ort, 2 är som förut.')
  expect(await attendances()).toEqual(before)
  const moved = await bring([head, '31108;Fordonskännedom;Lycksele;2026-11-18'])
  expect(moved[0]).toBe('0 nya deltaganden, 1 får en annan ort, 0 är som förut.')
  expect(await attendances()).toHaveLength(before.length)
})

test('the whole file is imported or nothing, with each fault by its line', async () => {
  const before = await attendances()
  const faults = await refusalOf(
    bring([
      head,
      '31108;Kurs;Umeå;2026-11-01',
      '99999;Kurs;Umeå;2026-11-01',
      '31108;;;2026-02-30',
      '31108;Kurs;Umeå;2026-11-22',
      '31108;Kurs;Vindeln;2026-11-01',
      '52103;Kurs;Borås;2026-11-01',
      '31108;Kurs',
    ]),
  )
  expect(faults.toSorted()).toEqual([
    'kurser.csv rad 3, kolumn anstid: 99999 finns inte i norr',
    'kurser.csv rad 4, kolumn datum: ska vara ett datum, ÅÅÅÅ-MM-DD',
    'kurser.csv rad 4, kolumn kurs: saknas',
    'kurser.csv rad 4, kolumn ort: saknas',
    'kurser.csv rad 5, kolumn datum: 2026-11-22 har inte varit ännu; bara genomförda utbildningar tas in',
    'kurser.csv rad 6, kolumn kurs: Kurs den 2026-11-01 står redan för 31108 på rad 2',
    // An employee of another company.
    'kurser.csv rad 7, kolumn anstid: 52103 finns inte i norr',
    'kurser.csv rad 8: 2 kolumner, ska vara 4',
  ])
  expect(await attendances()).toEqual(before)
})

test('after 13 months an attendance is deleted, and its evaluation is not', async () => {
  const course = 'Länge sedan'
  const heldOn = async (table: string) =>
    (
      await sql<{ day: string }>`
        select held_on as day from ${sql.table(table)} where course = ${course} order by 1`.execute(portal.db)
    ).rows.map(({ day }) => day)
  await bring([head, `31108;${course};Umeå;2025-10-20`, `31108;${course};Umeå;2025-10-21`])
  await sql`
    insert into course_evaluations
      (company, employee_id, place, held_on, edition, answers, comments, other, created_at, attended_on, course)
    select 'norr', employee_id, place, held_on, '2026', '{}', '', '', held_on, held_on, course
    from course_attendances where course = ${course}`.execute(portal.db)
  const newer = sql`select * from course_attendances where held_on >= '2025-10-21' order by employee_id, held_on, course`
  const before = (await newer.execute(portal.db)).rows
  await training.nightly!(platform)
  expect(await heldOn('course_attendances')).toEqual(['2025-10-21'])
  expect(await heldOn('course_evaluations')).toEqual(['2025-10-20', '2025-10-21'])
  // All newer attendances are left, of every employee.
  expect(await attendances()).toEqual(before)
})

test('a missing file and an unknown company are refused', async () => {
  expect(await refusalOf(bring([head, '31108;K;U;2026-11-01'], { company: 'xyz' }))).toEqual([
    'Det finns inget bolag som heter xyz.',
  ])
  const request = { source: join(folder, 'saknas.csv'), company: 'norr', dryRun: false, options: {} }
  expect(await refusalOf(courseImporter.run(request, platform, () => {}))).toEqual([`${request.source} finns inte`])
})

test('the demo is made once; weeks later only anna has one more course, with its certificate', async () => {
  const certificates = async () => (await portal.send('anna', 'GET', '/api/intyg/get')).body.result
  const before = [await attendances(), await certificates()]
  await demoTraining(platform, '2026-11-21')
  expect([await attendances(), await certificates()]).toEqual(before)
  await demoTraining(platform, '2027-01-20')
  const after = await attendances()
  expect(after).toHaveLength((before[0]?.length ?? 0) + 1)
  const [newest, ...older] = await certificates()
  expect([newest.linkFilename, older]).toEqual(['Intyg Halkkörning 2027-01-15.pdf', before[1]])
  const fetched = await portal.send(
    'anna',
    'GET',
    `/api/spcommon/downloadfile?filurl=${encodeURIComponent(newest.url)}`,
  )
  expect(Buffer.from(fetched.body.result, 'base64').subarray(0, 2).toString()).toBe('%P')
  await demoTraining(platform, '2027-01-20')
  expect(await attendances()).toEqual(after)
})
