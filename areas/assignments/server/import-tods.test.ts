import { writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { ImportRefused, type Platform } from '#platform/server/area.ts'
import { readConfig } from '#platform/server/config.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { eraseByNumber } from '../../../app/server/erasures/erase-employee.ts'
import { importers, runCommand } from '../../../app/server/run-command.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { testNow } from '../../../app/server/test-template.ts'
import type { Assignment, Trip } from '../contract.ts'
import { todsImporter } from './import-tods.ts'
import { nightFeed, type FeedText } from './tods/feed-fixture.ts'
import { archiveFeed } from './tods/read-feed.ts'

let portal: TestPortal
let platform: Platform
let folder: string

beforeAll(async () => {
  portal = await testPortal()
  // Decides in which of the two ways a version is put in force.
  const config = { ...readConfig({ NODE_ENV: 'test' }), databaseUrl: process.env.TEST_DATABASE_URL ?? null }
  const variants = await loadVariants(config.variantsDir)
  platform = {
    db: portal.db,
    clock: () => portal.clock.now,
    config,
    variants,
    log: pino({ level: 'silent' }),
    version: '',
  }
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = testNow
  folder = await mkdtemp(join(tmpdir(), 'linjen-feed-'))
  await writeFeed()
  return () => rm(folder, { recursive: true })
})

async function writeFeed(changes: FeedText = {}): Promise<void> {
  for (const [name, text] of Object.entries({ ...nightFeed, ...changes })) await writeFile(join(folder, name), text)
}

async function run(options: Readonly<Record<string, string>> = {}, dryRun = false): Promise<string> {
  const printed: string[] = []
  await todsImporter.run(
    { source: options.restore ? null : folder, company: 'norr', dryRun, options: { feed: 'prov', ...options } },
    platform,
    (line) => printed.push(line),
  )
  return printed.join('\n')
}

const day = async (date: string) =>
  (await portal.send('77001', 'GET', `/api/bpl/uppdrag?date=${date}`)).body.result[0]?.uppdrag
const current = async () => (await portal.send('77001', 'GET', '/api/bpl/aktuelltuppdrag')).body.result

/** Rows for each night from this day of November to the 28th. */
const novemberNights = (from: number, rest: string) =>
  Array.from({ length: 29 - from }, (_, index) => `202611${String(from + index).padStart(2, '0')},${rest}`)

describe('importing a feed', () => {
  test('a dry run shows the difference and changes nothing', async () => {
    const printed = await run({}, true)
    expect(printed).toContain('Skillnad: 3 nya tjänster, 0 ändrade')
    expect(printed).toContain(
      '1 anställd är ny i norr och läggs upp som Bussförare med alla funktioner och länkar: 77001',
    )
    const { rows } = await sql`select 1 from employees where number = '77001'`.execute(portal.db)
    expect(rows).toEqual([])
  })

  test('an employee known only from the feed signs in with every feature and sees the day', async () => {
    await run()
    expect(await day('2026-11-22')).toMatchObject([
      { beskrivning: 'Påstigning', starttid: '2026-11-22T23:50:00', ejFramAterkorning: false, tjanst: '900' },
      {
        beskrivning: 'Linjekörning 7 mot Beta',
        starttid: '2026-11-23T00:10:00',
        sluttid: '2026-11-23T01:10:00',
        turStarttid: '2026-11-23T00:10:00',
        fordonStr: 'Buss 501',
        startplats: 'Alfa',
        slutplats: 'Beta',
        ejFramAterkorning: true,
      },
    ])
  })

  test('what was imported before lines had colours gets them with the same feed, and stays confirmed', async () => {
    const { passStartSchemapostId } = await current()
    await portal.send('77001', 'POST', '/api/bpl/schema/accept', {
      body: { schemaPostId: passStartSchemapostId, undo: false },
    })
    await sql`update duties set lines = null, breaks = null`.execute(portal.db)
    await sql`update duty_events set line = null, pattern_id = null, trip_first = null, bus = null`.execute(portal.db)
    expect((await day('2026-11-22'))[1]).toMatchObject({ linje: null, slag: 'tur', harTur: false })
    expect(await current()).toMatchObject({
      linjer: [],
      raster: [],
      bekraftadTid: wallClockIn('Europe/Stockholm', testNow),
    })
    const coloured = 'route_id,route_short_name,route_color,route_text_color\n7,7,F2B705,FFFFFF\n'
    await writeFeed({ 'routes.txt': coloured })
    expect(await run()).toContain('0 nya tjänster, 0 ändrade (0 bekräftade), 0 borttagna (0 bekräftade), 3 oförändrade')
    const line = { namn: '7', farg: '#f2b705', textfarg: '#000000' }
    expect(await current()).toMatchObject({ passStartSchemapostId, bekraftad: true, linjer: [line] })
    expect((await day('2026-11-22')).map(({ linje, slag, harTur }: Assignment) => [linje, slag, harTur])).toEqual([
      [null, 'annat', false],
      [line, 'tur', true],
    ])
    const [row] = (await portal.send('77001', 'GET', '/api/bpl/schema?year=2026&month=11')).body.result
    expect(row).toMatchObject({
      passId: passStartSchemapostId,
      tjanst: '900',
      linjer: [line],
      startplats: 'Alfa',
      slutplats: 'Beta',
      startForskjutning: '+01:00',
    })
    await portal.send('77001', 'POST', '/api/bpl/schema/accept', {
      body: { schemaPostId: passStartSchemapostId, undo: true },
    })
    await writeFeed()
    await run()
    expect(await current()).toMatchObject({ linjer: [{ namn: '7', farg: null, textfarg: null }], bekraftadTid: null })
  })

  test('counts from noon minus 12 hours when the clocks change', async () => {
    // 25:10, counted from noon of 24 October (summer time), is 01:10 on the 25th, before the clocks go back.
    expect((await day('2026-10-24'))[1].sluttid).toBe('2026-10-25T01:10:00')
  })

  test('the same feed again changes nothing and keeps the confirmation', async () => {
    const { passStartSchemapostId } = await current()
    await portal.send('77001', 'POST', '/api/bpl/schema/accept', {
      body: { schemaPostId: passStartSchemapostId, undo: false },
    })
    expect(await run()).toContain('0 nya tjänster, 0 ändrade (0 bekräftade), 0 borttagna (0 bekräftade), 3 oförändrade')
    expect(await current()).toMatchObject({ passStartSchemapostId, bekraftad: true })
  })

  test('a changed duty loses its confirmation; one that has begun stays as it was, with its reports', async () => {
    const before = await current()
    const [event] = await day('2026-10-24')
    const [, drive] = await day('2026-11-22')
    await portal.send('77001', 'POST', '/api/bpl/aterrapportera', {
      body: { uppdragId: event.id, starttid: event.starttid, sluttid: event.sluttid, notering: 'Kö vid färjan' },
    })
    const runEvents = await readFile(join(folder, 'run_events.txt'), 'utf8')
    await writeFeed({ 'run_events.txt': runEvents.replaceAll('23:50:00', '23:40:00') })
    expect(await run()).toContain(
      '0 nya tjänster, 2 ändrade (1 bekräftad), 0 borttagna (0 bekräftade), 0 oförändrade, 1 äldre eller påbörjad behålls',
    )
    const after = await current()
    expect(after).toMatchObject({ bekraftad: false, starttid: '2026-11-22T23:40:00' })
    expect((await day('2026-10-24'))[0]).toMatchObject({
      starttid: '2026-10-24T23:50:00',
      aterrapporterad: { notering: 'Kö vid färjan' },
    })
    // The duty on the driver's screen no longer exists, so the new one cannot be confirmed unseen.
    const stale = await portal.send('77001', 'POST', '/api/bpl/schema/accept', {
      body: { schemaPostId: before.passStartSchemapostId, undo: false },
    })
    expect(stale.status).toBe(404)
    // Its events no longer exist either.
    expect((await portal.send('77001', 'GET', `/api/bpl/tur?uppdragId=${drive.id}`)).status).toBe(404)
    const late = { uppdragId: drive.id, starttid: drive.starttid, sluttid: drive.sluttid, notering: '' }
    expect((await portal.send('77001', 'POST', '/api/bpl/aterrapportera', { body: late })).status).toBe(404)
    expect((await day('2026-11-22')).map(({ id }: Assignment) => id)).not.toContain(drive.id)
  })

  test('is monitored as the feed that the command names; zips with a date in their names are no feeds of their own', () => {
    const request = { source: '/feeds/norr-2026-11-29.zip', company: 'norr', dryRun: false }
    expect(todsImporter.nameOf?.({ ...request, options: {} })).toBeNull()
    expect(todsImporter.nameOf?.({ ...request, options: { feed: 'stad' } })).toBe('stad')
  })

  test('a feed that says nothing of its buses leaves their names and registration numbers', async () => {
    const bring = async (feed: string, vehicle: string, number = '511') => {
      await writeFeed({
        'employee_run_dates.txt': 'date,service_id,run_id,employee_id\n20261122,alla,900,77033\n',
        'vehicles.txt': `vehicle_id,vehicle_label,license_plate\n${vehicle}\n`,
        'vehicle_assignments.txt': nightFeed['vehicle_assignments.txt']!.replace('501', number),
      })
      if (vehicle === '') await rm(join(folder, 'vehicles.txt'))
      await run({ feed })
      const { rows } = await sql`
        select name, license_plate as plate from vehicles where company = 'norr' and number = ${number}`.execute(
        portal.db,
      )
      return rows
    }
    const known = { name: 'Buss 511', plate: 'ABC12D' }
    expect(await bring('bussar', '511,Buss 511,ABC12D')).toEqual([known])
    expect(await bring('utan bussar', '')).toEqual([known])
    expect(await bring('utan bussar', '511,,')).toEqual([known])
    expect(await bring('utan bussar', '511,Ledbuss 511,')).toEqual([{ ...known, name: 'Ledbuss 511' }])
    expect(await bring('utan bussar', '', '512')).toEqual([{ name: '512', plate: null }])
  })

  test('a trip that departs again and again is shown without the times of its first run', async () => {
    const frequencies = { 'frequencies.txt': 'trip_id,start_time,end_time,headway_secs\nt1,06:00:00,26:00:00,600\n' }
    const runDates = 'date,service_id,run_id,employee_id\n20261122,alla,900,77035\n'
    await writeFeed({ ...frequencies, 'employee_run_dates.txt': runDates })
    const printed = await run({ feed: 'tätt' })
    expect(printed.match(/Varning: .*/g)).toEqual([expect.stringContaining('(turtäthet)')])
    const { body } = await portal.send('77035', 'GET', '/api/bpl/uppdrag?date=2026-11-22')
    expect(body.result[0].uppdrag[1]).toMatchObject({
      starttid: '2026-11-23T00:10:00',
      turStarttid: null,
      harTur: false,
      linje: { namn: '7' },
    })
  })

  test('a previous version is restored', async () => {
    expect(await run({ versions: 'true' })).toMatch(/version 5: .*\(gäller\)/)
    expect(await run({ restore: '1' })).toContain('version 1 gäller igen')
    expect(await current()).toMatchObject({ starttid: '2026-11-22T23:50:00', bekraftad: false })
    await expect(run({ restore: '99' })).rejects.toThrow(ImportRefused)
  })

  test.each(['v1', '1.5', '3000000000'])('a version “%s”, which cannot be, is not found', async (restore) => {
    await run()
    await expect(run({ restore })).rejects.toMatchObject({ lines: [`prov har ingen version ${restore}.`] })
  })

  test('a refusal after employees and vehicles were written says that only the duties are as before', async () => {
    const bring = async (db: Platform['db']) => {
      const request = { kind: 'tods', source: folder, company: 'norr', dryRun: false, options: { feed: 'omkörd' } }
      const refused = await runCommand(request, { ...platform, db }, { dump: null }, () => {}).catch(
        (error: unknown) => error,
      )
      return refused instanceof ImportRefused ? refused.lines : refused
    }
    const runDates = (number: string) => ({
      'employee_run_dates.txt': `date,service_id,run_id,employee_id\n20261122,alla,900,${number}\n`,
    })
    await writeFeed(runDates('77036'))
    expect(await bring(platform.db)).toBeUndefined()
    let statements = 0
    const overtaken = platform.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        // The import has just read which version is in force.
        if (++statements === 3)
          await sql`update feeds set active_version = null where name = 'omkörd'`.execute(portal.db)
        return result
      },
    })
    await writeFeed(runDates('77037'))
    expect(await bring(overtaken)).toEqual([
      'En annan version har satts i kraft under tiden. Kör importen igen.',
      'Inga tjänster har ändrats.',
    ])
    const { rows } = await sql`select number from employees where number = '77037'`.execute(portal.db)
    expect(rows).toEqual([{ number: '77037' }])
  })

  test('a version is what was checked, also where the files are replaced before the import is done', async () => {
    const checked = await archiveFeed(folder)
    const runEvents = await readFile(join(folder, 'run_events.txt'), 'utf8')
    const later = runEvents.replaceAll('23:50:00', '23:30:00')
    await todsImporter.run(
      { source: folder, company: 'norr', dryRun: false, options: { feed: 'prov' } },
      platform,
      (line) => line.startsWith('Skillnad') && writeFileSync(join(folder, 'run_events.txt'), later),
    )
    expect(await current()).toMatchObject({ starttid: '2026-11-22T23:50:00' })
    const { rows } = await sql<{ archive: Uint8Array }>`
      select v.archive from feed_versions v join feeds f on f.id = v.feed_id and f.active_version = v.version
      where f.company = 'norr' and f.name = 'prov'`.execute(portal.db)
    expect(checked.equals(rows[0]!.archive)).toBe(true)
  })

  test('a folder is read whose files shrink more in a zip than a zip may', async () => {
    const rows = Array.from({ length: 150 }, (_, row) => `a${row},Alfa,60,18,${' '.repeat(60_000)}\n`)
    await writeFeed({
      'stops.txt': `stop_id,stop_name,stop_lat,stop_lon,anteckning\na,Alfa,60,18,\nb,Beta,60,18,\n${rows.join('')}`,
    })
    expect(await run()).toContain('gäller.')
    await writeFeed()
    expect(await run()).toContain('gäller.')
  })

  test('requests are answered while the duties are written', async () => {
    const [first, duties] = [Date.UTC(2027, 0, 1), 200]
    const dates = Array.from(
      { length: duties },
      (_, day) => `${new Date(first + day * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')},alla,900,77005`,
    )
    await writeFeed({ 'employee_run_dates.txt': ['date,service_id,run_id,employee_id', ...dates, ''].join('\n') })
    const written = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from duties d join employees e on e.id = d.employee_id where e.number = '77005'`.execute(
        portal.db,
      )
      return rows[0]!.count
    }
    const seen = new Set<number>()
    const importing = { is: true }
    const done = run({ feed: 'långt' }).finally(() => (importing.is = false))
    // Like a request, this runs in its own turn of the event loop.
    while (importing.is) {
      await setImmediate()
      seen.add(await written())
    }
    await done
    expect(await written()).toBe(duties)
    expect(seen.size).toBeGreaterThan(4)
  })

  test('a faulty feed is refused with file, line, column and rule, and nothing changes', async () => {
    const before = await current()
    await writeFeed({ 'employee_run_dates.txt': 'date,service_id,run_id,employee_id\n20261122,alla,901,77001\n' })
    const refusal = await run().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ImportRefused)
    expect((refusal as ImportRefused).lines[0]).toMatch(/employee_run_dates\.txt rad 2.*run_id/)
    expect(await current()).toEqual(before)
  })

  test('a feed without its roster, or with numbers that look like known ones, is refused, and nothing changes', async () => {
    await run()
    const before = await day('2026-11-22')
    await writeFeed({ 'employee_run_dates.txt': nightFeed['employee_run_dates.txt']!.split('\n')[0]! })
    await expect(run()).rejects.toThrow(ImportRefused)
    await expect(run({}, true)).rejects.toMatchObject({
      lines: [expect.stringMatching(/^Ingen har någon tjänst i filen: \d+ kommande tjänst/)],
    })
    for (const number of ['077001', '77001\u200b']) {
      await writeFeed({
        'employee_run_dates.txt': nightFeed['employee_run_dates.txt']!.replaceAll('77001', number),
      })
      await expect(run()).rejects.toMatchObject({
        lines: expect.arrayContaining([`${number} finns inte, men 77001 gör det. Är numret rätt skrivet i filen?`]),
      })
    }
    expect(await day('2026-11-22')).toEqual(before)
  })

  test('a feed with a new number that is somebody’s user name is refused before anybody is added, by a dry run too', async () => {
    await sql`insert into employees (company, number, user_name, first_name, last_name)
      values ('norr', '77010', '77012', 'Disa', 'Dahl')`.execute(portal.db)
    const dates = ['20261124,alla,900,77011', '20261125,alla,900,77012']
    await writeFeed({ 'employee_run_dates.txt': ['date,service_id,run_id,employee_id', ...dates, ''].join('\n') })
    for (const dryRun of [true, false]) {
      await expect(run({ feed: 'namn' }, dryRun)).rejects.toMatchObject({
        lines: ['Användarnamnet 77012 tillhör redan en annan anställd.'],
      })
    }
    const { rows } = await sql`select 1 from employees where number in ('77011', '77012')`.execute(portal.db)
    expect(rows).toEqual([])
  })

  test('a version that begins today removes neither the past nor the duty under way', async () => {
    const dates = (from: number) =>
      ['date,service_id,run_id,employee_id', ...novemberNights(from, 'alla,900,77002'), ''].join('\n')
    const ask = async (path: string) => (await portal.send('77002', 'GET', path)).body.result
    await writeFeed({ 'employee_run_dates.txt': dates(1) })
    await run({ feed: 'natt' })
    // Half past midnight: the run of 19 November ends at 01:10.
    portal.clock.now = new Date('2026-11-19T23:30:00Z')
    const before = await ask('/api/bpl/aktuelltuppdrag')
    expect(before).toMatchObject({ datum: '2026-11-19', sluttid: '2026-11-20T01:10:00' })
    await portal.send('77002', 'POST', '/api/bpl/schema/accept', {
      body: { schemaPostId: before.passStartSchemapostId, undo: false },
    })
    const runEvents = await readFile(join(folder, 'run_events.txt'), 'utf8')
    await writeFeed({
      'employee_run_dates.txt': dates(20),
      'run_events.txt': runEvents.replaceAll('23:50:00', '23:45:00'),
    })
    expect(await run({ feed: 'natt' })).toContain(
      '0 nya tjänster, 9 ändrade (0 bekräftade), 0 borttagna (0 bekräftade), 0 oförändrade, 19 äldre eller påbörjade behålls',
    )
    expect(await ask('/api/bpl/aktuelltuppdrag')).toEqual({
      ...before,
      bekraftad: true,
      bekraftadTid: '2026-11-20T00:30:00',
    })
    expect(await ask('/api/bpl/schema?year=2026&month=11')).toHaveLength(28)
    expect(await ask('/api/bpl/tidrapport/getsenaste')).toMatchObject({ passCount: 19 })
    // The coming days follow the new version, including a day that it leaves out.
    portal.clock.now = new Date('2026-11-20T11:00:00Z')
    expect(await ask('/api/bpl/aktuelltuppdrag')).toMatchObject({ starttid: '2026-11-20T23:45:00', bekraftad: false })
    await writeFeed({ 'employee_run_dates.txt': dates(20).replace('20261125,alla,900,77002\n', '') })
    await run({ feed: 'natt' })
    expect(await ask('/api/bpl/schema?year=2026&month=11')).toHaveLength(27)
  })

  test('calendars with other names change no duty: each keeps its id and its confirmation, and none is doubled', async () => {
    const dates = ['date,service_id,run_id,employee_id', ...novemberNights(1, 'alla,900,77005'), ''].join('\n')
    const ask = async (path: string) => (await portal.send('77005', 'GET', path)).body.result
    await writeFeed({ 'employee_run_dates.txt': dates })
    await run({ feed: 'kalendrar' })
    // Half past midnight: the run of 19 November is under way, and the next one is confirmed beforehand.
    portal.clock.now = new Date('2026-11-19T23:30:00Z')
    const before = await ask('/api/bpl/aktuelltuppdrag')
    const schedule = await ask('/api/bpl/schema?year=2026&month=11')
    for (const { passId } of schedule.slice(18, 20)) {
      await portal.send('77005', 'POST', '/api/bpl/schema/accept', { body: { schemaPostId: passId, undo: false } })
    }
    const confirmed = await ask('/api/bpl/schema?year=2026&month=11')
    expect(before).toMatchObject({ datum: '2026-11-19' })
    const renamed = ['calendar.txt', 'trips.txt', 'run_events.txt'].map((file) => [
      file,
      nightFeed[file]!.replaceAll(/^(7,)?alla,/gm, '$1alla-2,'),
    ])
    await writeFeed({ ...Object.fromEntries(renamed), 'employee_run_dates.txt': dates.replaceAll('alla', 'alla-2') })
    const unchanged = '0 nya tjänster, 0 ändrade (0 bekräftade), 0 borttagna (0 bekräftade), 28 oförändrade'
    expect(await run({ feed: 'kalendrar' }, true)).toContain(unchanged)
    expect(await run({ feed: 'kalendrar' })).toContain(unchanged)
    expect(await ask('/api/bpl/schema?year=2026&month=11')).toEqual(confirmed)
    expect(await ask('/api/bpl/tidrapport/getsenaste')).toMatchObject({ passCount: 19 })
    // Back to the names before, and its own version restored.
    await writeFeed({ 'employee_run_dates.txt': dates })
    expect(await run({ feed: 'kalendrar' })).toContain(unchanged)
    expect(await run({ feed: 'kalendrar', restore: '2' })).toContain(unchanged)
    expect(await ask('/api/bpl/schema?year=2026&month=11')).toEqual(confirmed)
  })

  test('a day that has been gets no second duty at the same time; one on which nothing was planned gets its first', async () => {
    const header = 'date,service_id,run_id,employee_id'
    const runs = nightFeed['run_events.txt']! + 'alla,901,10,,Linjekörning,,b,24:20:00,a,26:00:00\n'
    const rows = async () =>
      (await portal.send('77006', 'GET', '/api/bpl/schema?year=2026&month=11')).body.result.map(
        ({ datum, tjanst }: { datum: string; tjanst: string }) => [datum.slice(8, 10), tjanst],
      )
    const days = (...planned: string[]) => [header, ...planned.map((one) => `202611${one},77006`), ''].join('\n')
    await writeFeed({
      'run_events.txt': runs,
      'employee_run_dates.txt': days('17,alla,900', '19,alla,900', '21,alla,900'),
    })
    await run({ feed: 'byten' })
    portal.clock.now = new Date('2026-11-19T23:30:00Z')
    await writeFeed({
      'run_events.txt': runs,
      'employee_run_dates.txt': days('15,alla,901', '17,alla,901', '19,alla,901', '21,alla,901'),
    })
    const difference =
      '2 nya tjänster, 0 ändrade (0 bekräftade), 1 borttagen (0 bekräftade), 0 oförändrade, 2 äldre eller påbörjade behålls'
    expect(await run({ feed: 'byten' }, true)).toContain(difference)
    expect(await run({ feed: 'byten' })).toContain(difference)
    const after = [
      ['15', '901'],
      ['17', '900'],
      ['19', '900'],
      ['21', '901'],
    ]
    expect(await rows()).toEqual(after)
    // Once more, when the next one has begun too.
    portal.clock.now = new Date('2026-11-22T11:00:00Z')
    expect(await run({ feed: 'byten' })).toContain('0 nya tjänster, 0 ändrade')
    expect(await rows()).toEqual(after)
  })

  test('two runs in the two equal hours of October are no second duty; two in the same one are', async () => {
    const header =
      'service_id,run_id,event_sequence,block_id,event_type,trip_id,start_location,start_time,end_location,end_time'
    // 26:00 and 27:00 are both 02:00 by the clock.
    const runs = [
      '900,10,,Rast,,a,26:00:00,a,26:50:00',
      '901,10,,Rast,,a,27:00:00,a,27:50:00',
      '902,10,,Rast,,a,27:40:00,a,29:00:00',
    ]
    const dates = (...of: string[]) =>
      ['date,service_id,run_id,employee_id', ...of.map((one) => `20261024,alla,${one},77007`), ''].join('\n')
    const change = async (...of: string[]) => {
      await writeFeed({
        'run_events.txt': [header, ...runs.map((one) => `alla,${one}`), ''].join('\n'),
        'employee_run_dates.txt': dates(...of),
      })
      return run({ feed: 'timmar' })
    }
    portal.clock.now = new Date('2026-10-20T10:00:00Z')
    await change('900')
    portal.clock.now = new Date('2026-10-26T11:00:00Z')
    expect(await change('901')).toContain('1 ny tjänst, ')
    expect(await change('900', '902')).toContain('0 nya tjänster, 0 ändrade')
    const { rows } = await sql`
      select d.run from duties d join employees e on e.id = d.employee_id
      where e.number = '77007' and not d.withdrawn order by d.run`.execute(portal.db)
    expect(rows).toEqual([{ run: '900' }, { run: '901' }])
  })

  test('on the night when an hour occurs twice, events are in order and reported back as planned', async () => {
    const events = ['26:10:00', '26:20:00', '26:30:00', '27:05:00', '27:20:00', '27:45:00']
    const [a, b, c, d, e, f] = events
    await writeFeed({
      'run_events.txt':
        'service_id,run_id,event_sequence,block_id,event_type,trip_id,start_location,start_time,end_location,end_time\n' +
        `alla,900,10,,Rast,,a,${a},a,${b}\nalla,900,20,,Lokalvård,,a,${c},b,${d}\nalla,900,30,,Tankning,,b,${e},a,${f}\n`,
      'employee_run_dates.txt': 'date,service_id,run_id,employee_id\n20261024,alla,900,77003\n',
    })
    await run({ feed: 'omställning' })
    const ask = async () =>
      (await portal.send('77003', 'GET', '/api/bpl/uppdrag?date=2026-10-24')).body.result[0].uppdrag
    const [rest, cleaning, fuel] = await ask()
    const times = [rest, cleaning, fuel].map((each) => [
      each.starttid.slice(11, 16) + each.startForskjutning,
      each.sluttid.slice(11, 16) + each.slutForskjutning,
    ])
    expect(times).toEqual([
      ['02:10+02:00', '02:20+02:00'],
      ['02:30+02:00', '02:05+01:00'],
      ['02:20+01:00', '02:45+01:00'],
    ])
    const report = ({ id, starttid, sluttid }: { id: number; starttid: string; sluttid: string }) =>
      portal.send('77003', 'POST', '/api/bpl/aterrapportera', {
        body: { uppdragId: id, starttid, sluttid, notering: '' },
      })
    // 02:10 for the second time: the cleaning has lasted forty minutes, the fuelling begins in ten.
    portal.clock.now = new Date('2026-10-25T01:10:00Z')
    expect((await report(cleaning)).status).toBe(200)
    expect((await report(rest)).status).toBe(200)
    expect((await report(fuel)).body.modelState).toHaveProperty('uppdragId')
    expect((await ask())[1].aterrapporterad).toMatchObject({ sluttid: '2026-10-25T02:05:00' })
  })

  test('a trip over the repeated hour has the times that the bus keeps, and its stops are stored once for all days', async () => {
    await writeFeed({
      'stop_times.txt':
        'trip_id,arrival_time,departure_time,stop_id,stop_sequence\n' +
        't1,25:50:00,25:50:00,a,1\nt1,,,b,2\nt1,27:10:00,27:15:00,a,3\nt1,27:20:00,27:20:00,b,4\n',
      'run_events.txt':
        'service_id,run_id,event_sequence,block_id,event_type,trip_id,start_location,start_time,end_location,end_time\n' +
        'alla,900,20,B1,Linjekörning,t1,a,25:50:00,b,27:20:00\n',
      'employee_run_dates.txt':
        'date,service_id,run_id,employee_id\n20261024,alla,900,77004\n20261025,alla,900,77004\n20261126,alla,900,77004\n',
    })
    await run({ feed: 'nattlinje' })
    const get = async (path: string) => (await portal.send('77004', 'GET', path)).body.result
    const [{ uppdrag }] = await get('/api/bpl/uppdrag?date=2026-10-24')
    const { hallplatser } = await get(`/api/bpl/tur?uppdragId=${uppdrag[0].id}`)
    const read = hallplatser.map(({ namn, ankomst, avgang, forskjutning }: Trip['hallplatser'][number]) => [
      namn,
      ankomst?.slice(11, 16) ?? null,
      avgang?.slice(11, 16) ?? null,
      forskjutning,
    ])
    expect(read).toEqual([
      ['Alfa', '01:50', '01:50', '+02:00'],
      ['Beta', null, null, '+02:00'],
      ['Alfa', '02:10', '02:15', '+01:00'],
      ['Beta', '02:20', '02:20', '+01:00'],
    ])
    const { rows } = await sql<{ patterns: number; events: number }>`
      select count(distinct pattern_id)::int as patterns, count(*)::int as events from duty_events e
      join employees p on p.id = e.employee_id where p.number = '77004'`.execute(portal.db)
    expect(rows).toEqual([{ patterns: 1, events: 3 }])
  })

  test('an employee who was erased is not added again by an earlier version, and neither are the duties', async () => {
    const feed = 'raderad'
    const runDates = (...lines: string[]) => ({
      'employee_run_dates.txt': ['date,service_id,run_id,employee_id', ...lines, ''].join('\n'),
    })
    await writeFeed(runDates('20261122,alla,900,88101', '20261123,alla,900,99202'))
    await run({ feed })
    await writeFeed(runDates('20261124,alla,900,99202'))
    await run({ feed })
    await sql`update employees set active = false where number = '88101'`.execute(portal.db)
    await eraseByNumber(platform, { company: 'norr', number: '88101' }, () => {})
    for (const dryRun of [true, false]) {
      const printed = await run({ feed, restore: '1' }, dryRun)
      expect(printed).toContain('Utelämnas: 1 tjänst för 1 anställd som inte finns kvar i norr.')
      expect(printed).not.toContain('88101')
    }
    const { rows: employees } = await sql`select number from employees where number in ('88101', '99202')`.execute(
      portal.db,
    )
    expect(employees).toEqual([{ number: '99202' }])
    const { rows: duties } = await sql`
      select e.number, d.service_date as date from duties d
      join feeds f on f.id = d.feed_id join employees e on e.id = d.employee_id
      where f.name = ${feed} and not d.withdrawn`.execute(portal.db)
    expect(duties).toEqual([{ number: '99202', date: '2026-11-23' }])
  })

  test.each([
    ['has been given a name', 'Berit', 'mvh [dolt namn]'],
    ['has no name yet', null, 'mvh Berit'],
  ])('the word “anställd” stays in the reports of an erased employee who %s', async (_, name, signed) => {
    const number = name ? '77031' : '77032'
    await writeFeed({ 'employee_run_dates.txt': `date,service_id,run_id,employee_id\n20261122,alla,900,${number}\n` })
    await run({ feed: number })
    const people = join(folder, 'personal.csv')
    await writeFile(people, `anstid;fornamn;efternamn\n${number};${name};Lundqvist\n`)
    const peopleImport = importers.find(({ kind }) => kind === 'people')!
    if (name)
      await peopleImport.run({ source: people, company: 'norr', dryRun: false, options: {} }, platform, () => {})
    const said = `En anställd halkade, ingen annan anställd såg det. Nummer ${number}.`
    const body = { faultCategoryNumber: 1, vehicleNumber: '2119', text: `${said} mvh Berit` }
    expect((await portal.send(number, 'POST', '/api/fordonskontroll/addfault', { body })).status).toBe(200)
    await sql`update employees set active = false where number = ${number}`.execute(portal.db)
    await eraseByNumber(platform, { company: 'norr', number }, () => {})
    const { rows } = await sql`select text from faults where text like '%halkade%'`.execute(portal.db)
    await sql`delete from faults where text like '%halkade%'`.execute(portal.db)
    expect(rows).toEqual([{ text: `${said.replace(number, '[dolt nummer]')} ${signed}` }])
  })

  test('another company’s feed with the same ids creates its own employees', async () => {
    await todsImporter.run(
      { source: folder, company: 'syd', dryRun: false, options: { feed: 'prov' } },
      platform,
      () => {},
    )
    const { rows } = await sql<{ company: string }>`
      select company from employees where number = '77001' order by company`.execute(portal.db)
    expect(rows).toEqual([{ company: 'norr' }, { company: 'syd' }])
  })
})
