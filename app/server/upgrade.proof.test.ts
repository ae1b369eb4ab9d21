// The previous version and this one at once on one database, as during an upgrade: docs/decisions/0057. The previous version comes from
// git's history, which a shallow clone does not have.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { photo } from '#core/pictures/server/form-fixture.ts'
import { postgresBinaries, testCluster, type TestCluster } from '#platform/server/db/test-cluster.ts'
import { effort, tried } from '../../checks/effort.ts'
import { migrationNames } from './areas.ts'
import { portalProcess, type Process } from './test-process.ts'
import { expectAllStored, nothingYet, Version } from './test-upgrade-acts.ts'

/** The previous version if there is no release yet, or if its tag is not in this clone: the commit before the latest migrations. */
const BEFORE_ANY_RELEASE = '680c442f'

const root = fileURLToPath(new URL('../..', import.meta.url))
const binaries = postgresBinaries()

function git(...words: string[]): string | null {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** The latest release before this commit, otherwise BEFORE_ANY_RELEASE. Null if that commit is not in this clone. */
function versionBefore(): string | null {
  const named = git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^') ?? BEFORE_ANY_RELEASE
  if (git('cat-file', '-e', `${named}^{commit}`) !== null) return named
  process.stdout.write(`SKIPPED: an upgrade. The version ${named} is not in this clone.\n`)
  return null
}

const before = binaries && versionBefore()
/** How many times everything is done on both versions at once. */
const rounds = effort({ sample: 1, full: 10 })
const officer = 'roger'
/** The employees who do it at the same time. */
const employees = ['anna', 'amina', 'emil'].slice(0, effort({ sample: 2, full: 3 }))

describe.skipIf(!before)('an upgrade from the version before', () => {
  let cluster: TestCluster
  let database: pg.Client
  let folder: string
  let old: Process
  let fresh: Process
  let settings: Record<string, string>
  let picture: Buffer

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'linjen-version-before-'))
    const archive = execFileSync('git', ['archive', before as string], { cwd: root, maxBuffer: 2 ** 30 })
    mkdirSync(join(folder, 'portal'))
    execFileSync('tar', ['x', '-C', join(folder, 'portal')], { input: archive })
    symlinkSync(join(root, 'node_modules'), join(folder, 'portal', 'node_modules'))
    picture = await photo({ width: 320, height: 240 })
    cluster = await testCluster(binaries as string)
    const address = await cluster.database('linjen')
    database = new pg.Client({ connectionString: address })
    await database.connect()
    old = await portalProcess(join(folder, 'portal'))
    fresh = await portalProcess()
    settings = { DATABASE_URL: address, DATA_DIR: old.dataDir }
    await old.start({ ...settings, DEMO: 'on' })
    await database.query(
      `insert into employee_claims (employee_id, type, value)
      select id, 'FkEnabled', 'true' from employees e where user_name = any($1) and not exists (
        select from employee_claims c where c.employee_id = e.id and c.type = 'FkEnabled')`,
      [employees],
    )
  }, 240_000)
  afterAll(async () => {
    await old?.remove()
    await fresh?.remove()
    await database?.end()
    await cluster?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The calls without parameters that a version answers with 200. */
  async function plainCalls(portal: Process, token: string): Promise<string[]> {
    const { paths } = (await (await fetch(`${portal.origin}/api/openapi.json`)).json()) as {
      paths: Record<string, { get?: { parameters?: unknown[] } }>
    }
    const found: string[] = []
    for (const [path, { get }] of Object.entries(paths)) {
      if (!get || path.includes('{')) continue
      const { status } = await fetch(portal.origin + path, { headers: { authorization: `Bearer ${token}` } })
      if (status === 200) found.push(path)
    }
    return found
  }

  test('loses nothing and fails no request of either version', { timeout: 600_000 }, async (context) => {
    const done = nothingYet()
    const [before, after] = [new Version(old, done), new Version(fresh, done)]
    const paths = new Map<string, string[]>()
    const photos = new Map<string, string>()
    for (const each of [...employees, officer]) paths.set(each, await plainCalls(old, await old.signIn(each)))
    for (const each of paths.values()) expect(each.length).toBeGreaterThan(20)

    /** An employee signs in, makes each write and reads everything once, and the office answers. */
    async function everything(version: Version, userName: string): Promise<void> {
      const [own, office] = [await version.signIn(userName), await version.signIn(officer)]
      if (!own || !office) return
      photos.set(userName, await version.work(own, office, picture))
      for (const path of paths.get(userName)!) await version.ask(own, path)
      for (const path of paths.get(officer)!) await version.ask(office, path)
    }
    const all = (version: Version) => Promise.all(employees.map((each) => everything(version, each)))

    const upgrade = { done: false }
    const under = (async () => {
      while (!upgrade.done) await all(before)
    })()
    await fresh.start(settings)
    upgrade.done = true
    await under
    const { rows } = await database.query<{ name: string }>('select name from kysely_migration')
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([...migrationNames]))

    for (let round = 0; round < rounds; round++) await Promise.all([all(before), all(after)])
    expect(done.failed).toEqual([])
    await expectAllStored(database, done)
    expect(done.payslips.size).toBe(employees.length)
    // Each version reads what the other one has stored.
    const [first] = employees as [string]
    for (const version of [before, after])
      await version.expectRead((await version.signIn(first)) as string, photos.get(first) as string)
    expect(done.failed).toEqual([])
    tried(context, done.sent)
  })
})
