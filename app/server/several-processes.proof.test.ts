// Two portals in separate processes on one PostgreSQL, behind haproxy and Caddy with the settings of the guides.
import { randomUUID } from 'node:crypto'
import { setTimeout as rest } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '#platform/server/db/open.ts'
import { postgresBinaries, testCluster, type TestCluster } from '#platform/server/db/test-cluster.ts'
import { formOf, photo } from '#core/pictures/server/form-fixture.ts'
import { payloads } from '../../areas/deviations/server/payloads-fixture.ts'
import { effort, tried } from '../../checks/effort.ts'
import { caddy, drainSeconds, has, haproxy, type Proxy } from './test-proxies.ts'
import { portalProcess, signInAt, type Process } from './test-process.ts'
import { fill } from './test-template.ts'

const binaries = postgresBinaries()
const possible = has('haproxy') && binaries !== null
// On a busy machine.
const eventually = { timeout: 30_000 }
const proxyNames = has('caddy') ? ['haproxy', 'Caddy'] : ['haproxy']
const requests = effort({ sample: 150, full: 5000 })
const patience = effort({ sample: 180_000, full: 1_200_000 })

/** The proxy's port, and a token of anna's sign-in there. */
interface Front {
  readonly port: number
  readonly bearer: string
}

describe.skipIf(!possible)('two processes behind a proxy', () => {
  let cluster: TestCluster
  let database: pg.Client
  const proxies: Proxy[] = []
  let front: Front
  let portals: Process[] = []
  let settings: Record<string, string>
  let picture: Buffer

  beforeAll(async () => {
    cluster = await testCluster(binaries as string)
    const address = await cluster.database('linjen')
    database = new pg.Client({ connectionString: address })
    await database.connect()
    portals = [await portalProcess(), await portalProcess()]
    const filled = openPostgres(address)
    await fill(filled, portals[0]!.dataDir)
    await filled.close()
    settings = {
      DATABASE_URL: address,
      DATA_DIR: portals[0]!.dataDir,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'info',
      WRITES_PER_MINUTE: '10000',
      DRAIN_SECONDS: String(await drainSeconds()),
    }
    await Promise.all(portals.map((portal) => portal.start(settings)))
    front = await behind(haproxy)
    picture = await photo({ width: 640, height: 480 })
  }, 240_000)
  afterAll(async () => {
    for (const proxy of proxies) await proxy.stop()
    for (const portal of portals) await portal.remove()
    await database?.end()
    await cluster?.remove()
  })

  async function behind(start: (ports: readonly number[]) => Promise<Proxy>): Promise<Front> {
    const proxy = await start(portals.map(portOf))
    proxies.push(proxy)
    return { port: proxy.port, bearer: await signInAt(proxy.port, 'anna') }
  }
  const suggestion = () => ({ Rubrik: randomUUID(), Bolag: 'norr', Beskrivning: 'På depån.' })
  const portOf = ({ origin }: Process) => Number(new URL(origin).port)
  const bothServe = () =>
    expect
      .poll(async () => {
        const answers = portals.map(({ origin }) =>
          fetch(`${origin}/readyz`).then(
            ({ status }) => status,
            () => 0,
          ),
        )
        return Promise.all(answers)
      }, eventually)
      .toEqual([200, 200])

  /** Sends a request through a proxy, or to one of the processes with the headers that the proxy would send. */
  async function ask(path: string, init: RequestInit = {}, portal: Process | null = null, { port, bearer } = front) {
    const headers = {
      ...(init.headers as Record<string, string>),
      ...(portal && { 'x-forwarded-host': `localhost:${port}` }),
      authorization: `Bearer ${bearer}`,
    }
    const answer = await fetch(`http://localhost:${portal ? portOf(portal) : port}${path}`, { ...init, headers })
    const body: unknown = await answer.json()
    return { status: answer.status, id: answer.headers.get('x-request-id'), body }
  }
  const posted = (body: unknown): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

  test('the proxy’s id of a request is in the log of the process that answered it', async () => {
    const { status, id } = await ask('/api/user/profile')
    expect([status, id]).toEqual([200, expect.stringMatching(/^[\da-f-]{36}$/)])
    const logged = () => portals.filter((portal) => portal.output().includes(`"reqId":"${id}"`)).length
    await expect.poll(logged, eventually).toBe(1)
  })

  test.for(proxyNames)(
    'are restarted one after the other behind %s under load without a failed request, and nothing is lost or done twice',
    { timeout: patience },
    async (proxy, context) => {
      const at = proxy === 'Caddy' ? await behind(caddy) : front
      const failed: string[] = []
      const titles: string[] = []
      const places: string[] = []
      const load = { sent: 0, restarting: true }

      async function counted(what: string, request: Promise<{ status: number; body: unknown }>) {
        load.sent++
        const answer = await request.catch((error: Error) => ({ status: 0, body: error.message }))
        if (answer.status !== 200) failed.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
        return answer
      }
      async function client(): Promise<void> {
        while (load.restarting || load.sent < requests) {
          for (const path of [
            '/api/user/profile',
            '/api/incident/list',
            '/api/nyheter/getregion?page=1',
            '/api/forslag/',
          ]) {
            await counted(path, ask(path, {}, null, at))
          }
          const given = suggestion()
          if ((await counted('suggestion', ask('/api/forslag/', posted(given), null, at))).status === 200)
            titles.push(given.Rubrik)
          const { headers, payload } = formOf({ name: 'file', fileName: 'bild.jpg', content: picture })
          const body = payload as Uint8Array<ArrayBuffer>
          const upload = ask('/api/incident/uploadimage', { method: 'POST', headers, body }, null, at)
          const uploaded = await counted('upload', upload)
          const name = (uploaded.body as { result?: { name: string } }).result?.name
          const place = randomUUID()
          const report = { ...payloads.addtrafikinformation(), Plats: place, AttachmentUploadBlobNames: [name] }
          const sent = ask('/api/incident/addtrafikinformation', posted(report), null, at)
          if ((await counted('report', sent)).status === 200) places.push(place)
          // Employees pause between requests too.
          await rest(20)
        }
      }
      const clients = Array.from({ length: 4 }, client)
      let rounds = 0
      do {
        for (const portal of portals) {
          await portal.stop()
          await portal.start(settings)
          // As an operator would: restarts the next portal when this one is ready and Caddy, which probes every second,
          // has noticed it.
          await bothServe()
          if (proxy === 'Caddy') await rest(2000)
        }
        rounds++
      } while (load.sent < requests && failed.length === 0)
      load.restarting = false
      await Promise.all(clients)
      expect(failed).toEqual([])
      expect(load.sent).toBeGreaterThanOrEqual(requests)
      const count = async (query: string, values: readonly string[]) =>
        (await database.query<{ n: number }>(query, [values])).rows[0]?.n
      expect(await count('select count(*)::int as n from suggestions where title = any($1)', titles)).toBe(
        titles.length,
      )
      expect(
        await count(
          `select count(*)::int as n from incidents i join incident_pictures p on p.incident_id = i.id where plats = any($1)`,
          places,
        ),
      ).toBe(places.length)
      tried(context, load.sent)
      process.stdout.write(`${load.sent} requests during ${rounds * 2} restarts behind ${proxy}\n`)
    },
  )

  test('count an employee’s writes together', async () => {
    const [first, second] = portals
    const write = async (portal: Process | undefined) =>
      (await ask('/api/forslag/', posted(suggestion()), portal)).status
    // A new minute may begin between the statements.
    await expect
      .poll(async () => {
        await database.query(
          `update write_counts set writes = 9998, minute = floor(extract(epoch from clock_timestamp()) / 60)`,
        )
        return [await write(first), await write(second), await write(first), await write(second)]
      }, eventually)
      .toEqual([200, 200, 429, 429])
  })

  // The shorter run moves the clock instead: rights.test.ts.
  test.runIf(effort({ sample: false, full: true }))(
    'both feel within 30 seconds that an employee is gone',
    async () => {
      const statuses = () =>
        Promise.all(portals.map(async (portal) => (await ask('/api/user/profile', {}, portal)).status))
      // Both processes have just read the rights, so the 30 seconds begin now.
      expect(await statuses()).toEqual([200, 200])
      await database.query(`update employees set active = false where user_name = 'anna'`)
      const began = performance.now()
      await expect.poll(statuses, { timeout: 40_000, interval: 250 }).toEqual([403, 403])
      expect((performance.now() - began) / 1000).toBeLessThan(31)
      await database.query(`update employees set active = true where user_name = 'anna'`)
    },
    90_000,
  )
})
