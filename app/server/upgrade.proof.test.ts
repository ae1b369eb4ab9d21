// The version before and this one side by side on one database, as during an upgrade: docs/decisions/0057. The version before comes out of
// git's history, which a shallow clone does not have.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresBinaries, testCluster, type TestCluster } from '#platform/server/db/test-cluster.ts'
import { effort, tried } from '../../checks/effort.ts'
import { migrationNames } from './areas.ts'
import { portalProcess, type Process } from './test-process.ts'

/** The commit of the version before: to be moved on at a release, by hand. */
const VERSION_BEFORE = '02ac2e7'

const root = fileURLToPath(new URL('../..', import.meta.url))
const binaries = postgresBinaries()

function isThere(): boolean {
  const found = spawnSync('git', ['cat-file', '-e', `${VERSION_BEFORE}^{commit}`], { cwd: root }).status === 0
  if (!found) process.stdout.write(`SKIPPED: an upgrade. The commit ${VERSION_BEFORE} is not in this clone.\n`)
  return found
}

// Two portals and their demo take a minute; the rule itself is held by upgrade.test.ts each time.
const possible = effort({ sample: false, full: true }) && binaries !== null && isThere()

describe.skipIf(!possible)('an upgrade from the version before', () => {
  let cluster: TestCluster
  let database: pg.Client
  let folder: string
  let before: Process
  let after: Process
  let settings: Record<string, string>

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'linjen-version-before-'))
    const archive = execFileSync('git', ['archive', VERSION_BEFORE], { cwd: root, maxBuffer: 2 ** 30 })
    mkdirSync(join(folder, 'portal'))
    execFileSync('tar', ['x', '-C', join(folder, 'portal')], { input: archive })
    symlinkSync(join(root, 'node_modules'), join(folder, 'portal', 'node_modules'))
    cluster = await testCluster(binaries as string)
    const address = await cluster.database('linjen')
    database = new pg.Client({ connectionString: address })
    await database.connect()
    before = await portalProcess(join(folder, 'portal'))
    after = await portalProcess()
    settings = { DATABASE_URL: address, DATA_DIR: before.dataDir }
    await before.start({ ...settings, DEMO: 'on' })
  }, 240_000)
  afterAll(async () => {
    await before?.remove()
    await after?.remove()
    await database?.end()
    await cluster?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('loses nothing and fails no request of either version', { timeout: 600_000 }, async (context) => {
    const failed: string[] = []
    const titles: string[] = []
    let sent = 0
    async function ask({ origin }: Process, token: string, path: string, body?: object): Promise<void> {
      sent++
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
      const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
      const status = await fetch(origin + path, init).then(
        (answer) => answer.status,
        (error: Error) => error.message,
      )
      if (status !== 200) failed.push(`${path}: ${status}`)
    }
    async function everything(portal: Process, token: string): Promise<void> {
      for (const path of paths) await ask(portal, token, path)
      const title = randomUUID()
      titles.push(title)
      await ask(portal, token, '/api/forslag/', { Rubrik: title, Bolag: 'norr', Beskrivning: 'På depån.' })
    }
    const ofBefore = await before.signIn('anna')
    // The calls that the version before itself answers without parameters.
    const paths: string[] = []
    const { paths: calls } = (await (await fetch(`${before.origin}/api/openapi.json`)).json()) as {
      paths: Record<string, { get?: { parameters?: unknown[] } }>
    }
    for (const [path, { get }] of Object.entries(calls)) {
      if (!get || path.includes('{')) continue
      const { status } = await fetch(before.origin + path, { headers: { authorization: `Bearer ${ofBefore}` } })
      if (status === 200) paths.push(path)
    }
    expect(paths.length).toBeGreaterThan(20)

    const start = { done: false }
    const under = (async () => {
      while (!start.done) await everything(before, ofBefore)
    })()
    await after.start(settings)
    start.done = true
    await under
    const { rows } = await database.query<{ name: string }>('select name from kysely_migration')
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([...migrationNames]))
    const ofAfter = await after.signIn('anna')
    for (let n = 0; n < 5; n++) await Promise.all([everything(before, ofBefore), everything(after, ofAfter)])
    expect(failed).toEqual([])
    const { rows: counted } = await database.query<{ n: number }>(
      'select count(*)::int as n from suggestions where title = any($1)',
      [titles],
    )
    expect(counted[0]?.n).toBe(titles.length)
    tried(context, sent)
  })
})
