// Two versions at once, as during an upgrade, behind a load balancer that sends each request to either:
// docs/decisions/0108.
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql, type KyselyPlugin } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetPageFiles, sharedPageFiles, sharePageFiles, sharePageFilesInTime } from '#platform/server/page-files.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

let folder: string
let before: string
let after: string
let old: TestPortal
let fresh: FastifyInstance

/** A built page whose main script and style have the version in their names. */
async function build(version: string): Promise<string> {
  const page = join(folder, version)
  await mkdir(join(page, 'assets'), { recursive: true })
  await writeFile(join(page, 'index.html'), await readFile(new URL('../web/index.html', import.meta.url)))
  await writeFile(join(page, 'screens.json'), JSON.stringify([{ path: '/', files: [] }]))
  await writeFile(join(page, 'version.txt'), version)
  await addAssets(page, version)
  return page
}

async function addAssets(page: string, version: string): Promise<void> {
  await writeFile(join(page, 'assets', `main-${version}.js`), `console.log('${version}')`)
  await writeFile(join(page, 'assets', `main-${version}.js.br`), 'compressed')
  await writeFile(join(page, 'assets', `main-${version}.css`), `.v { content: '${version}' }`)
  await writeFile(join(page, 'assets', 'common.js'), 'common')
}

const ask = async (
  app: FastifyInstance,
  url: string,
  { method = 'GET', accepts = '' }: { method?: 'GET' | 'HEAD' | 'POST' | 'DELETE'; accepts?: string } = {},
) => {
  const answer = await app.inject({ method, url, headers: { host: 'localhost', 'accept-encoding': accepts } })
  const { statusCode, headers, body, rawPayload } = answer
  return {
    status: statusCode,
    type: headers['content-type'],
    cache: headers['cache-control'],
    coding: headers['content-encoding'],
    vary: headers['vary'],
    body,
    raw: rawPayload,
  }
}
const stored = async () => {
  const { rows } = await sql<{ name: string; superseded: boolean }>`
    select name, superseded_at is not null as superseded from page_files order by name`.execute(old.db)
  return Object.fromEntries(rows.map(({ name, superseded }) => [name, superseded]))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-two-versions-'))
  before = await build('before')
  after = await build('after')
  old = await testPortal({}, { page: before })
  await sharePageFiles(old.db, join(before, 'assets'))
  fresh = await old.beside(after)
  await sharePageFiles(old.db, join(after, 'assets'))
}, 60_000)
afterAll(async () => {
  await fresh.close()
  await old.close()
  await rm(folder, { recursive: true })
})

test('each version serves the scripts and styles of the other', async () => {
  for (const app of [old.app, fresh]) {
    for (const version of ['before', 'after']) {
      expect(await ask(app, `/assets/main-${version}.js`)).toMatchObject({
        status: 200,
        type: expect.stringMatching(/^(?:text|application)\/javascript; charset=utf-8$/i),
        cache: 'public, max-age=31536000, immutable',
        body: `console.log('${version}')`,
      })
      expect(await ask(app, `/assets/main-${version}.css`)).toMatchObject({
        status: 200,
        type: expect.stringMatching(/^text\/css; charset=utf-8$/i),
        cache: 'public, max-age=31536000, immutable',
      })
    }
  }
})

test.each([
  '/assets/main-never.js',
  '/assets/main-before.js.br',
  '/assets/',
  '/assets/../index.html',
  '/assets/%2e%2e%2fversion.txt',
  '/assets/%00',
  '/assets/deeper/main-before.js',
  '/assets/main-before.js/',
])('no version has %s, and no cache keeps that', async (url) => {
  const { status, cache = '', body } = await ask(fresh, url)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(cache).not.toContain('immutable')
  expect(body).not.toContain('before')
})

test('the files of another version are read only', async () => {
  expect(await ask(fresh, '/assets/main-before.js', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
  for (const method of ['POST', 'DELETE'] as const) {
    const { status, cache = '', body } = await ask(fresh, '/assets/main-before.js', { method })
    expect([method, status, cache]).toEqual([method, 404, ''])
    expect(body).not.toContain('before')
  }
})

/** A database that counts its statements. */
function counted(): { db: TestPortal['db']; sent: () => number } {
  let sent = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => (sent++, node),
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return { db: old.db.withPlugin(counting), sent: () => sent }
}

test('many names that do not exist cost one statement', async () => {
  const { db, sent } = counted()
  const find = sharedPageFiles(db)
  for (const times of [1, 2]) {
    const found = await Promise.all(Array.from({ length: 50 }, (_, n) => find(`main-${n}.js`)))
    expect(found.every((file) => file === null)).toBe(true)
    expect(sent()).toBe(times)
  }
})

test('many who ask for one file at once cost two statements', async () => {
  const { db, sent } = counted()
  const find = sharedPageFiles(db)
  const found = await Promise.all(Array.from({ length: 50 }, () => find('main-before.js')))
  expect(new Set(found.map((file) => String(file?.content)))).toEqual(new Set([`console.log('before')`]))
  expect(sent()).toBe(2)
})

/** A database that cannot be reached at first. */
function away(): { db: TestPortal['db']; comeBack: () => void } {
  let isAway = true
  const failing: KyselyPlugin = {
    transformQuery({ node }) {
      if (isAway) throw new Error('away')
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return { db: old.db.withPlugin(failing), comeBack: () => (isAway = false) }
}

test('a database that does not answer is not taken for a file that no version has', async () => {
  const { db, comeBack } = away()
  const find = sharedPageFiles(db)
  await expect(find('main-before.js')).rejects.toThrow('away')
  comeBack()
  expect(String((await find('main-before.js'))?.content)).toBe(`console.log('before')`)
})

test('a version that is replaced goes after thirty days; one that is started again stays', async () => {
  expect(await stored()).toEqual({
    'common.js': false,
    'main-after.css': false,
    'main-after.js': false,
    'main-before.css': true,
    'main-before.js': true,
  })
  // The old version is started again, as by an operator who goes back, twice at the same moment.
  await Promise.all([1, 2].map(() => sharePageFiles(old.db, join(before, 'assets'))))
  expect(await stored()).toMatchObject({ 'common.js': false, 'main-after.js': true, 'main-before.js': false })
  await sharePageFiles(old.db, join(after, 'assets'))
  const age = (days: number) =>
    sql`update page_files set superseded_at = now() - make_interval(days => ${days}) where superseded_at is not null`.execute(
      old.db,
    )
  await age(29)
  await forgetPageFiles(old.db)
  expect(Object.keys(await stored())).toHaveLength(5)
  await age(31)
  await forgetPageFiles(old.db)
  expect(Object.keys(await stored())).toEqual(['common.js', 'main-after.css', 'main-after.js'])
})

test('a build under a running portal is shared before its page is served', async () => {
  await addAssets(after, 'later')
  await writeFile(join(after, 'version.txt'), 'later')
  const soon = new Date(Date.now() + 5000)
  await utimes(join(after, 'index.html'), soon, soon)
  expect(await ask(fresh, '/')).toMatchObject({ status: 200 })
  expect(await stored()).toMatchObject({ 'main-later.js': false })
})

test('a script of another version is as small as one of its own', async () => {
  const plain = `console.log('${'long '.repeat(1000)}')`
  await writeFile(join(before, 'assets', 'main-long.js'), plain)
  await sharePageFiles(old.db, join(before, 'assets'))
  const script = { status: 200, vary: 'accept-encoding' }
  for (const accepts of ['gzip, deflate, br', 'br;q=1, gzip;q=0.5', '*']) {
    const answer = await ask(fresh, '/assets/main-long.js', { accepts })
    expect([accepts, answer]).toEqual([accepts, expect.objectContaining({ ...script, coding: 'gzip' })])
    expect(gunzipSync(answer.raw).toString()).toBe(plain)
  }
  for (const accepts of ['', 'identity', 'br', 'gzip;q=0', 'gzip;q=0.0, br', 'xgzip']) {
    const answer = await ask(fresh, '/assets/main-long.js', { accepts })
    expect([accepts, answer.coding, answer.body]).toEqual([accepts, undefined, plain])
    expect(answer).toMatchObject(script)
  }
})

test('a build is found at once, whatever has been asked for just before', async () => {
  expect(await ask(old.app, '/assets/main-never.js')).toMatchObject({ status: 404 })
  await addAssets(after, 'soon')
  await sharePageFiles(old.db, join(after, 'assets'))
  expect(await ask(old.app, '/assets/main-soon.js')).toMatchObject({ status: 200 })
})

test('a build that could not be shared is shared when the database is there again', async () => {
  await addAssets(after, 'at-last')
  const { db, comeBack } = away()
  let failures = 0
  await sharePageFilesInTime(db, join(after, 'assets'), () => failures++, { againMs: 10 })
  await expect.poll(() => failures).toBeGreaterThan(1)
  expect(await stored()).not.toHaveProperty('main-at-last.js')
  comeBack()
  await expect.poll(stored).toMatchObject({ 'main-at-last.js': false })
})
