// Requests in the middle of an import (docs/decisions/0099). They may come between any two of its statements, so each such moment is tried.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type KyselyPlugin } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ImportRefused, type Database, type Platform } from '#platform/server/area.ts'
import { readConfig } from '#platform/server/config.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { eraseEmployee } from '../../../app/server/erasures/erase-employee.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { someOf, tried } from '../../../checks/effort.ts'
import type { Assignment } from '../contract.ts'
import { todsImporter } from './import-tods.ts'
import { nightFeed, type FeedText } from './tods/feed-fixture.ts'

let portal: TestPortal
let platform: Platform
let folder: string

// Half past midnight: the runs of 22 November are under way until 01:10.
const night = new Date('2026-11-22T23:30:00Z')

beforeAll(async () => {
  portal = await testPortal()
  // Decides in which of the two ways a version is put in force.
  const config = { ...readConfig({ NODE_ENV: 'test' }), databaseUrl: process.env.TEST_DATABASE_URL ?? null }
  const variants = await loadVariants(config.variantsDir)
  const { db, clock } = portal
  platform = { db, clock: () => clock.now, config, variants, log: pino({ level: 'silent' }), version: '' }
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = night
  folder = await mkdtemp(join(tmpdir(), 'linjen-feed-'))
  return async () => {
    await sql`delete from feeds where company = 'norr' and exists (
      select from duties d join employees e on e.id = d.employee_id
      where d.feed_id = feeds.id and e.number = any('{78001,78002,78003}'))`.execute(portal.db)
    await rm(folder, { recursive: true })
  }
})

const header =
  'service_id,run_id,event_sequence,block_id,event_type,trip_id,start_location,start_time,end_location,end_time\n'
const runNamed = (run: string, signOn: string) =>
  `alla,${run},10,,Påstigning,,a,${signOn},a,${signOn}\nalla,${run},20,B1,Linjekörning,t1,a,24:10:00,b,25:10:00\n`

/** Three drivers. The second version keeps the first one's runs, changes those of the second, and removes those of the third. */
const drivers = { keeps: '78001', changes: '78002', removes: '78003' }
const coming = ['20261122', '20261123', '20261124']
const daysOf = (number: string, run: string) => coming.map((date) => `${date},alla,${run},${number}\n`).join('')
const dates = (removed: boolean) =>
  'date,service_id,run_id,employee_id\n' +
  daysOf(drivers.keeps, '900') +
  daysOf(drivers.changes, '901') +
  (removed ? '' : daysOf(drivers.removes, '902'))

const before: FeedText = {
  ...nightFeed,
  'run_events.txt': header + ['900', '901', '902'].map((run) => runNamed(run, '23:50:00')).join(''),
  'employee_run_dates.txt': dates(false),
}
const after: FeedText = {
  ...before,
  'run_events.txt': header + runNamed('900', '23:50:00') + runNamed('901', '23:40:00') + runNamed('902', '23:50:00'),
  'employee_run_dates.txt': dates(true),
}

/** Calls `between` after each transaction, and after each statement outside a transaction, with the number of calls so far. */
function watched(db: Database, between: (count: number) => Promise<void>): Database {
  let count = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await between(++count)
      return result
    },
  }
  const outside = db.withPlugin(plugin)
  // Not after statements within a transaction, during which the embedded database answers nobody else.
  return new Proxy(outside, {
    get: (target, name) => {
      if (name === 'transaction')
        return () => ({
          execute: async (work: (tx: Database) => Promise<unknown>) => {
            const result = await db.transaction().execute(work)
            await between(++count)
            return result
          },
        })
      const value = Reflect.get(target, name) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

async function bring(feed: string, files: FeedText, between?: (count: number) => Promise<void>) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const db = between ? watched(portal.db, between) : portal.db
  const request = { source: folder, company: 'norr', dryRun: false, options: { feed } }
  await todsImporter.run(request, { ...platform, db }, () => {})
}

const get = async (who: string, path: string) => (await portal.send(who, 'GET', path)).body.result
const day = async (who: string, date: string): Promise<Assignment[]> =>
  (await get(who, `/api/bpl/uppdrag?date=${date}`))[0]?.uppdrag ?? []
const report = (who: string, { id, starttid }: Assignment, sluttid: string, notering = 'Kö') =>
  portal.send(who, 'POST', '/api/bpl/aterrapportera', { body: { uppdragId: id, starttid, sluttid, notering } })

/** All days of all drivers as they see them. */
const shown = async () => {
  const all = []
  for (const number of Object.values(drivers))
    for (const date of ['2026-11-22', '2026-11-23', '2026-11-24']) {
      const events = await day(number, date)
      all.push([number, date, events.map(({ starttid, sluttid }) => [starttid, sluttid])])
    }
  return JSON.stringify(all)
}
const forget = (feed: string) => sql`delete from feeds where name = ${feed} and company = 'norr'`.execute(portal.db)

/** The moments of an import after which something happens: after every statement, or a sample of them. */
async function momentsOfImport(): Promise<number[]> {
  await bring('mät', before)
  let last = 0
  await bring('mät', after, async (count) => void (last = count))
  await forget('mät')
  expect(last).toBeGreaterThan(8)
  const all = Array.from({ length: last }, (_, n) => n + 1)
  return someOf(all, { sample: 3 }).toSorted((a, b) => a - b)
}

describe('an import that something meets midway', () => {
  test('a time that is reported back between any two of its statements is kept', async (context) => {
    const moments = await momentsOfImport()
    tried(context, moments.length)
    for (const at of moments) {
      const feed = `rapport ${at}`
      await bring(feed, before)
      const driven = await Promise.all(Object.values(drivers).map(async (who) => (await day(who, '2026-11-22'))[1]!))
      const statuses: number[] = []
      await bring(feed, after, async (now) => {
        if (now !== at) return
        for (const [index, who] of Object.values(drivers).entries())
          statuses.push((await report(who, driven[index]!, '2026-11-23T01:25:00')).status)
      })
      expect([at, statuses]).toEqual([at, [200, 200, 200]])
      for (const [index, who] of Object.values(drivers).entries()) {
        const events = await day(who, '2026-11-22')
        expect(events.map(({ id }) => id)).toContain(driven[index]!.id)
        expect(events.find(({ id }) => id === driven[index]!.id)?.aterrapporterad).toEqual({
          starttid: '2026-11-23T00:10:00',
          sluttid: '2026-11-23T01:25:00',
          notering: 'Kö',
        })
        expect(events.filter(({ aterrapporterad }) => aterrapporterad)).toHaveLength(1)
      }
      // Duties that had not begun follow the new version.
      expect((await day(drivers.changes, '2026-11-23'))[0]?.starttid).toBe('2026-11-23T23:40:00')
      expect(await day(drivers.removes, '2026-11-23')).toEqual([])
      await forget(feed)
    }
  })

  test('a version is seen entirely or not at all, whenever somebody reads and wherever it breaks off', async (context) => {
    const moments = await momentsOfImport()
    tried(context, moments.length)
    await bring('hel', before)
    const old = await shown()
    const seen = new Set<string>()
    await bring('hel', after, async () => void seen.add(await shown()))
    const young = await shown()
    expect(young).not.toBe(old)
    expect([...seen].every((each) => each === old || each === young)).toBe(true)
    await forget('hel')
    for (const at of moments) {
      const feed = `avbruten ${at}`
      await bring(feed, before)
      await bring(feed, after, async (now) => {
        if (now === at) throw new Error('killed')
      }).catch(() => undefined)
      expect([old, young]).toContain(await shown())
      await bring(feed, after)
      expect(await shown()).toBe(young)
      await forget(feed)
    }
  })

  test('a confirmation between any two of its statements is kept for what stays, and answered 404 for what is gone', async (context) => {
    const moments = await momentsOfImport()
    tried(context, moments.length)
    for (const at of moments) {
      const feed = `bekräftad ${at}`
      await bring(feed, before)
      const ids = await Promise.all(
        Object.values(drivers).map(async (who) => {
          const rows = await get(who, '/api/bpl/schema?year=2026&month=11')
          return rows.find(({ datum, starttid }: { datum: string; starttid: string }) =>
            (datum ?? starttid).startsWith('2026-11-23'),
          ).passId
        }),
      )
      const statuses: number[] = []
      await bring(feed, after, async (now) => {
        if (now !== at) return
        for (const [index, who] of Object.values(drivers).entries()) {
          const body = { schemaPostId: ids[index], undo: false }
          statuses.push((await portal.send(who, 'POST', '/api/bpl/schema/accept', { body })).status)
        }
      })
      expect(statuses[0]).toBe(200)
      expect([200, 404]).toContain(statuses[1])
      expect(statuses[2]).toBe(statuses[1])
      const { rows } = await sql<{ number: string; confirmed: boolean }>`
        select e.number, d.confirmed_at is not null as confirmed from duties d join employees e on e.id = d.employee_id
        join feeds f on f.id = d.feed_id where f.name = ${feed} and d.service_date = '2026-11-23' and not d.withdrawn order by 1`.execute(
        portal.db,
      )
      expect(rows).toEqual([
        { number: drivers.keeps, confirmed: true },
        { number: drivers.changes, confirmed: false },
      ])
      await forget(feed)
    }
  })

  test('a duty that begins while it is put in force keeps what was reported on it', async () => {
    await bring('börjar', before)
    // The sign-on of the 23rd is at 23:50.
    portal.clock.now = new Date('2026-11-23T22:49:59Z')
    const [signOn] = await day(drivers.removes, '2026-11-23')
    const [changed] = await day(drivers.changes, '2026-11-23')
    const answered: number[] = []
    const { db } = portal
    for (const [name, text] of Object.entries(after)) await writeFile(join(folder, name), text)
    // Like a request that gets the only connection before the transaction does, or for which the transaction waits on a server.
    const late = new Proxy(db, {
      get: (target, name) => {
        if (name === 'transaction')
          return () => ({
            execute: async (work: (tx: Database) => Promise<unknown>) => {
              portal.clock.now = new Date('2026-11-23T22:50:01Z')
              for (const [who, event] of [
                [drivers.removes, signOn],
                [drivers.changes, changed],
              ] as const)
                answered.push((await report(who, event!, event!.sluttid, 'Sen buss')).status)
              return target.transaction().execute(work)
            },
          })
        const value = Reflect.get(target, name) as unknown
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const request = { source: folder, company: 'norr', dryRun: false, options: { feed: 'börjar' } }
    await todsImporter.run(request, { ...platform, db: late }, () => {})
    expect(new Set(answered)).toEqual(new Set([200]))
    const noteOf = async (who: string) => (await day(who, '2026-11-23'))[0]?.aterrapporterad?.notering
    expect.soft(await noteOf(drivers.changes)).toBe('Sen buss')
    expect.soft(await noteOf(drivers.removes)).toBe('Sen buss')
    await forget('börjar')
  })

  test('an employee who is erased between any two of its statements: it is carried out, or refused in words', async (context) => {
    const moments = await momentsOfImport()
    tried(context, moments.length)
    const failures: string[] = []
    for (const at of moments) {
      const feed = `raderad ${at}`
      await bring(feed, before)
      const failed = await bring(feed, after, async (now) => {
        if (now !== at) return
        const { rows } = await sql<{
          id: string
        }>`select id from employees where company = 'norr' and number = ${drivers.changes}`.execute(portal.db)
        await portal.db.transaction().execute((tx) => eraseEmployee(tx, rows[0]!.id, portal.clock.now))
      }).then(
        () => null,
        (error: Error) => error,
      )
      if (failed && !(failed instanceof ImportRefused)) failures.push(`${at}: ${failed.message}`)
      await forget(feed)
    }
    expect(failures).toEqual([])
  })
})
