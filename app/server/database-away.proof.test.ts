// The portal in a separate process, on a PostgreSQL that the test kills, freezes and locks. The portal must answer within 2 seconds
// if the database cannot be reached, and within 10 if a statement hangs. The rest is a margin for a busy machine.
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '#platform/server/db/open.ts'
import { postgresBinaries, testCluster, type TestCluster } from '#platform/server/db/test-cluster.ts'
import { effort, tried } from '../../checks/effort.ts'
import { portalProcess, type Process } from './test-process.ts'
import { fill } from './test-template.ts'

const binaries = postgresBinaries()
const MARGIN_S = 3
const seconds = effort({ sample: 4, full: 20 })

/** The page's request for a sign-in. */
const question = (origin: string) =>
  new URLSearchParams({
    client_id: 'linjen-local',
    redirect_uri: `${origin}/callback`,
    response_type: 'code',
    scope: 'openid profile',
    state: 'x',
    nonce: 'y',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  }).toString()

interface Answered {
  readonly status: number
  readonly took: number
  readonly retryAfter: string | null
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape
  readonly body: any
}

describe.skipIf(binaries === null)('an unavailable database', () => {
  let cluster: TestCluster
  let address: string
  let portal: Process
  let bearer: string

  beforeAll(async () => {
    cluster = await testCluster(binaries as string)
    address = await cluster.database('linjen')
    portal = await portalProcess()
    const filled = openPostgres(address)
    await fill(filled, portal.dataDir)
    await filled.close()
    await portal.start({ DATABASE_URL: address })
    bearer = await portal.signIn('anna')
    expect((await list()).status).toBe(200)
  }, 240_000)
  afterAll(async () => {
    cluster?.thaw()
    await portal?.remove()
    await cluster?.remove()
  })

  async function ask(path: string, init: RequestInit = {}): Promise<Answered> {
    const began = performance.now()
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    const answer = await fetch(`${portal.origin}${path}`, { headers, ...init })
    const body = await answer.json()
    return {
      status: answer.status,
      took: (performance.now() - began) / 1000,
      retryAfter: answer.headers.get('retry-after'),
      body,
    }
  }
  const list = () => ask('/api/incident/list')
  const suggest = () =>
    ask('/api/forslag/', {
      method: 'POST',
      body: JSON.stringify({ Rubrik: 'Fler laddstolpar', Bolag: 'norr', Beskrivning: 'På depån.' }),
    })

  /** Eight requests per second, like real users, for `seconds` seconds. */
  async function load(work: () => Promise<Answered>): Promise<Answered[]> {
    const asked: Promise<Answered>[] = []
    for (let n = 0; n < seconds * 8; n++) {
      asked.push(work())
      await setTimeout(125)
    }
    return Promise.all(asked)
  }

  function expectUnavailable(answers: readonly Answered[], within: number): void {
    for (const { status, took, retryAfter, body } of answers) {
      expect([status, retryAfter, body]).toEqual([
        503,
        '5',
        {
          result: null,
          timestamp: expect.any(String),
          errorMessage: expect.stringMatching(/^Portalen är tillfälligt/),
        },
      ])
      expect(took).toBeLessThan(within + MARGIN_S)
    }
  }

  const isBack = () => expect.poll(async () => (await list()).status, { timeout: 30_000 }).toBe(200)

  /** The lines that the portal logs during `work`. */
  async function logged(work: () => Promise<void>): Promise<string[]> {
    const before = portal.output().length
    await work()
    return portal
      .output()
      .slice(before)
      .split('\n')
      .filter((line) => line !== '')
  }

  test('that has been killed gives 503 within 2 seconds, an occasional log line, and recovers by itself', async (context) => {
    const whileItIsDown = async () => {
      await cluster.kill()
      const answers = [...(await load(list)), await suggest()]
      tried(context, answers.length)
      expectUnavailable(answers, 2)
      const signIn = await fetch(`${portal.origin}/oidc/auth?${question(portal.origin)}`, { redirect: 'manual' })
      expect([signIn.status, signIn.headers.get('retry-after')]).toEqual([503, '5'])
      expect((await ask('/livez')).status).toBe(200)
      expect((await ask('/readyz')).body).toMatchObject({ status: 'not ready', database: 'unreachable', files: 'ok' })
    }
    let lines: string[] = []
    try {
      lines = await logged(whileItIsDown)
    } finally {
      await cluster.start()
    }
    // A line of the API and one of the sign-in each half minute, however many requests fail. Work that was under way when the database ended says so once.
    const said = lines.map((line) => JSON.parse(line) as { msg: string; job?: string })
    expect(said.filter(({ msg }) => msg === 'unavailable').length).toBeLessThan(4)
    const ofWork = said.filter(({ msg }) => msg !== 'unavailable').map(({ msg, job = '' }) => `${msg} ${job}`)
    expect(ofWork).toEqual([...new Set(ofWork)])
    expect(lines.join('\n')).not.toContain('    at ')
    await isBack()
    expect((await ask('/readyz')).status).toBe(200)
  }, 90_000)

  test('that is frozen gives 503, within 10 seconds for a running statement and 2 without one', async (context) => {
    await list()
    cluster.freeze()
    onTestFinished(() => cluster.thaw())
    const answers = await load(list)
    tried(context, answers.length)
    expectUnavailable(answers, 10)
    expectUnavailable([await list()], 2)
    // A probe waits for the database as long as a request does, and keeps answering.
    const probe = async () => {
      const { status, took } = await ask('/readyz')
      expect(took).toBeLessThan(2 + MARGIN_S)
      return status
    }
    await expect.poll(probe, { timeout: 15_000 }).toBe(503)
    expect((await ask('/livez')).status).toBe(200)
    cluster.thaw()
    await isBack()
  }, 90_000)

  test('with a locked table delays only requests that need the table', async (context) => {
    const operator = new pg.Client({ connectionString: address })
    await operator.connect()
    await operator.query('begin; lock table incidents')
    const stuck = load(list)
    const answers: Answered[] = []
    for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
      answers.push(await suggest(), await ask('/api/user/profile'), await ask('/readyz'))
    }
    for (const { status, took } of answers) {
      expect(status).toBe(200)
      expect(took).toBeLessThan(2 + MARGIN_S)
    }
    expectUnavailable(await stuck, 10)
    tried(context, answers.length)
    await operator.query('rollback')
    await operator.end()
    await isBack()
  }, 90_000)

  test('with locked cases lets employees sign in, and read their duties', async () => {
    const others = await Promise.all(['eva', 'klara', 'omar', 'amina'].map((name) => portal.signIn(name)))
    const operator = new pg.Client({ connectionString: address })
    await operator.connect()
    await operator.query('begin; lock table cases')
    const answers = await Promise.all(
      others.flatMap((token) =>
        ['/api/user/profile', '/api/bpl/schema?year=2026&month=11'].map((path) =>
          ask(path, { headers: { authorization: `Bearer ${token}` } }),
        ),
      ),
    )
    await operator.query('rollback')
    await operator.end()
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    for (const { took } of answers) expect(took).toBeLessThan(2 + MARGIN_S)
    await isBack()
  }, 90_000)

  test.each([
    ['restarted', async () => cluster.run('pg_ctl', 'stop', '-D', cluster.data, '-m', 'fast', '-w')],
    ['killed', () => cluster.kill()],
  ])(
    'that is %s loses nothing that was acknowledged, and stores nothing twice',
    async (how, end) => {
      const acknowledged: string[] = []
      const refused: Answered[] = []
      const enough = new AbortController()
      const writing = Array.from({ length: 4 }, async (_, writer) => {
        for (let n = 0; !enough.signal.aborted; n++) {
          const title = `${how} ${writer} ${n}`
          const body = JSON.stringify({ Rubrik: title, Bolag: 'norr', Beskrivning: 'På depån.' })
          const answer = await ask('/api/forslag/', { method: 'POST', body })
          if (answer.status === 200) acknowledged.push(title)
          else refused.push(answer)
        }
      })
      const after = (count: number) =>
        expect.poll(() => acknowledged.length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(count)
      for (let round = 0; round < effort({ sample: 1, full: 5 }); round++) {
        await after(acknowledged.length + 20)
        const soFar = refused.length
        await end()
        await expect.poll(() => refused.length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(soFar)
        await cluster.start()
        await after(acknowledged.length + 20)
      }
      enough.abort()
      await Promise.all(writing)
      expectUnavailable(refused, 10)
      const reader = openPostgres(address)
      const { rows } = await sql<{ title: string; times: number }>`
      select title, count(*)::int as times from suggestions where title like ${`${how} %`} group by 1`.execute(
        reader.db,
      )
      await reader.close()
      const times = new Map(rows.map((row) => [row.title, row.times]))
      expect(acknowledged.filter((title) => times.get(title) !== 1)).toEqual([])
      // A write without an answer may have been stored, but never twice.
      expect(Math.max(...times.values())).toBe(1)
    },
    240_000,
  )

  test('does not keep the portal from stopping', async () => {
    await list()
    cluster.freeze()
    onTestFinished(() => cluster.thaw())
    void list().catch(() => {})
    const began = performance.now()
    await portal.stop()
    expect((performance.now() - began) / 1000).toBeLessThan(15 + MARGIN_S)
    cluster.thaw()
  }, 60_000)
})
