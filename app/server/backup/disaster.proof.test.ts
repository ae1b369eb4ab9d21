// A PostgreSQL server that is lost with its disk: what the archive restores, and what a backup by command restores. The settings and
// commands are those of docs/reference-data.md.
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultPictures } from '../../../areas/vehicle-faults/server/picture-store.ts'
import { storedPictures } from '#core/pictures/server/report-pictures.ts'
import { erasuresToKeep } from '#platform/server/erasures.ts'
import { openPostgres } from '#platform/server/db/open.ts'
import { setTablesAside } from '#platform/server/db/restore-point.ts'
import { postgresBinaries, testCluster, type TestCluster } from '#platform/server/db/test-cluster.ts'
import { effort, tried } from '../../../checks/effort.ts'
import { carryOut } from '../command.ts'
import { readPortalConfig } from '../config.ts'
import { compareFiles } from '../files/compare.ts'
import { openInstallation } from '../installation/open.ts'
import { portalProcess, type Process } from '../test-process.ts'
import { fill } from '../test-template.ts'
import { keepErasures } from '../erasures/erased.ts'
import { archiveIn, archiveSettings, lastBase, recoverySettings, runNight } from './archive-guide-fixture.ts'
import { restore } from './restore.ts'
import { endRestore } from './undo.ts'
import { giveRowsTheirFiles } from './whole-portal-fixture.ts'

const binaries = postgresBinaries()
const reports = 100_000
/** Each has two files. */
const pictures = 5000
const fileSize = 100_000
const loadSeconds = 120
const mostLost = 60
const TEN_MINUTES = 600

// Even with a few reports it takes a minute. `npm test` has other tests of backups, restores and changed bits.
const inFull = effort({ sample: false, full: true })

describe.skipIf(binaries === null || !inFull)('a lost server', () => {
  let cluster: TestCluster
  let address: string
  let portal: Process
  let bearer: string
  let folder: string

  const config = () => readPortalConfig({ ...portal.settings, DATABASE_URL: address })
  const start = async () => {
    await portal.start({ DATABASE_URL: address })
    bearer = await portal.signIn('anna')
  }
  const query = async <Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> => {
    const opened = openPostgres(address)
    try {
      return (await statement.execute(opened.longWork)).rows
    } finally {
      await opened.close()
    }
  }
  const count = async () => (await query(sql<{ n: number }>`select count(*)::int as n from faults`))[0]?.n

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linjen-disaster-'))
    cluster = await testCluster(binaries as string, archiveSettings)
    cluster.run('mkdir', archiveIn(cluster.folder))
    // As an operator sets it up: the portal's own user owns its database and has no other rights.
    cluster.run(
      'psql',
      '-qd',
      'postgres',
      '-c',
      'create role linjen login',
      '-c',
      'create database linjen owner linjen',
    )
    address = (await cluster.database('linjen')).replace('postgres@', 'linjen@')
    portal = await portalProcess()
    const opened = openPostgres(address)
    await fill(opened, portal.dataDir)
    await sql`
      insert into faults (company, number, vehicle_id, category_id, text, reporter_id, created_at, state)
      select company, 1000000 + n, vehicle_id, category_id, text, reporter_id, created_at, state
      from (select * from faults where reporter_id is not null order by id limit 1) one,
        generate_series(1, ${reports}::int) n`.execute(opened.longWork)
    await sql`
      insert into fault_pictures (name, employee_id, fault_id, position, short_name, stored, created_at)
      select md5(f.id::text), f.reporter_id, f.id, 1, 'bild.jpg', true, now()
      from faults f where f.reporter_id is not null order by f.id desc limit ${pictures}`.execute(opened.longWork)
    await giveRowsTheirFiles(opened.longWork, config(), fileSize)
    expect((await storedPictures(opened.longWork, faultPictures)).length).toBeGreaterThanOrEqual(2 * pictures)
    await opened.close()
    await start()
  }, 1_200_000)
  afterAll(async () => {
    await portal?.remove()
    await cluster?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const request = (method: string, path: string, body?: object) =>
    fetch(`${portal.origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }).then(
      ({ status }) => status,
      () => 0,
    )
  const suggest = (title: string) =>
    request('POST', '/api/forslag/', { Rubrik: title, Bolag: 'norr', Beskrivning: 'På depån.' })
  const answers = () => request('GET', '/api/fordonskontroll/mina')

  test('comes back from the archive, without at most a minute', { timeout: 1_800_000 }, async (context) => {
    runNight(cluster)
    expect(await suggest('Mellan två nätter')).toBe(200)
    await setTimeout(1000)
    runNight(cluster)
    const acknowledged: { readonly title: string; readonly at: number }[] = []
    for (const until = Date.now() + loadSeconds * 1000; Date.now() < until;) {
      const title = `Förslag ${acknowledged.length}`
      expect(await suggest(title)).toBe(200)
      acknowledged.push({ title, at: Date.now() })
    }
    await cluster.kill()
    const lostAt = Date.now()
    await rm(cluster.data, { recursive: true })

    cluster.run('cp', '-a', lastBase(cluster.folder), cluster.data)
    const settings = join(cluster.data, 'postgresql.auto.conf')
    await appendFile(settings, `restore_command = '${recoverySettings(cluster.folder)['restore_command']}'\n`)
    cluster.run('touch', join(cluster.data, 'recovery.signal'))
    await cluster.start()
    // The portal has kept running and finds the server by itself.
    await expect.poll(() => suggest('Efteråt'), { timeout: 600_000, interval: 100 }).toBe(200)
    await expect.poll(answers, { timeout: 60_000, interval: 100 }).toBe(200)
    const seconds = (Date.now() - lostAt) / 1000

    const there = new Set(
      (await query(sql<{ title: string }>`select title from suggestions`)).map(({ title }) => title),
    )
    const survived = acknowledged.filter(({ title }) => there.has(title))
    expect(survived).toEqual(acknowledged.slice(0, survived.length))
    const lost = (lostAt - (survived.at(-1)?.at ?? acknowledged[0]?.at ?? 0)) / 1000
    process.stdout.write(
      `${acknowledged.length - survived.length} of ${acknowledged.length} writes lost, the last ${lost.toFixed(1)} s; ` +
        `answers after ${seconds.toFixed(1)} s with ${reports} reports\n`,
    )
    expect(survived.length).toBeGreaterThan(0)
    expect(lost).toBeLessThanOrEqual(mostLost)
    expect(seconds).toBeLessThan(TEN_MINUTES)
    expect(await count()).toBeGreaterThanOrEqual(reports)
    tried(context, acknowledged.length)
  })

  test('comes back from a backup by command, with every file', { timeout: 1_800_000 }, async (context) => {
    const before = await count()
    const options = { kind: 'backup', source: folder, company: '', dryRun: false, options: {} }
    await carryOut(options, config(), () => {})
    await expect(restore(folder, config(), () => {})).rejects.toThrow('Andra är anslutna till databasen')
    await portal.stop()
    // The result of a mistake: no reports, and a damaged file.
    const [picture] = await query(sql<{ name: string }>`select name from fault_pictures order by name limit 1`)
    const file = join(portal.dataDir, 'blobs/vehicle-faults', (picture?.name ?? '').slice(0, 2), `${picture?.name}.jpg`)
    await writeFile(file, 'skadad')
    await query(sql`truncate faults cascade`)

    const began = Date.now()
    await restore(folder, config(), () => {})
    await start()
    expect(await answers()).toBe(200)
    const seconds = (Date.now() - began) / 1000
    process.stdout.write(`restored in ${seconds.toFixed(1)} s: ${before} reports, ${2 * pictures} files\n`)
    expect(seconds).toBeLessThan(TEN_MINUTES)
    expect(await count()).toBe(before)
    await portal.stop()
    const installation = await openInstallation(config(), () => Promise.reject(new Error('busy')))
    expect(await compareFiles(installation.db, config())).toMatchObject({ missing: [], unnamed: [] })
    await installation.close()
    expect(await readFile(file, 'utf8')).not.toBe('skadad')

    await endRestore('undo', config(), () => {})
    expect(await count()).toBe(0)
    tried(context, 1)
  })

  test('a restore that is killed halfway is refused at the start, and undone', async () => {
    const opened = openPostgres(address)
    await setTablesAside(opened.db)
    await opened.close()
    await expect(openInstallation(config(), () => Promise.reject(new Error('busy')))).rejects.toThrow(
      /^En återläsning avbröts\. Gå tillbaka till det som var: npm run restore -- --undo$/,
    )
    await expect(endRestore('keep', config(), () => {})).rejects.toThrow('Återläsningen blev inte klar')
    await endRestore('undo', config(), () => {})
    const installation = await openInstallation(config(), () => Promise.reject(new Error('busy')))
    await installation.close()
  })

  test(
    'a lost database comes back on a new one, without what had been erased since',
    { timeout: 1_800_000 },
    async () => {
      const [comment] = await query(sql<{ id: number }>`select id from news_comments order by id limit 1`)
      // As an operator erases by hand.
      await query(sql`insert into erasures (kind, subject) values ('news comment', ${String(comment?.id)})`)
      const opened = openPostgres(address)
      const platform = { db: opened.longWork, clock: () => new Date(), config: config() }
      await keepErasures(platform)
      expect(await erasuresToKeep(opened.longWork)).toEqual([])
      await opened.close()
      cluster.run('psql', '-qd', 'postgres', '-c', 'create database fresh owner linjen')
      address = (await cluster.database('fresh')).replace('postgres@', 'linjen@')

      await expect(restore(folder, config(), () => {})).rejects.toThrow('hör till en annan databas')
      for (const marker of ['linjen.id', 'blobs/linjen.id']) await rm(join(portal.dataDir, marker))
      const told: string[] = []
      await restore(folder, config(), (line) => told.push(line))
      expect(told).toContain('1 radering efter kopian är gjord om.')
      const ids = await query(sql<{ id: number }>`select id from news_comments`)
      expect([ids.length > 0, ids.map(({ id }) => id).includes(comment?.id as number)]).toEqual([true, false])
      await endRestore('keep', config(), () => {})
      await start()
      expect(await answers()).toBe(200)
    },
  )
})
