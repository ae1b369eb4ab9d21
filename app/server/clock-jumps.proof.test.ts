// A running portal whose machine's clock is set forward and back by hours. The embedded database shares that clock, a database server
// has its own.
import { randomUUID } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effort, tried } from '../../checks/effort.ts'
import { endSignIn } from '../../areas/sign-in/calls.ts'
import { payloads } from '../../areas/deviations/server/payloads-fixture.ts'
import { portalProcess, type Process } from './test-process.ts'

const HOUR = 3_600_000
const jumps = effort({ sample: [5, -10], full: [5, -10, 1, -3, 12, 12, -24, 48, -41] })

let portal: Process
let file: string
beforeAll(async () => {
  portal = await portalProcess()
  file = join(portal.dataDir, 'clock-jump')
  const preload = fileURLToPath(new URL('../../checks/jumping-clock.ts', import.meta.url))
  await portal.start({ NODE_OPTIONS: `--import=${preload}`, CLOCK_JUMP: file })
})
afterAll(() => portal.remove())

async function jump(hours: number): Promise<void> {
  writeFileSync(file, String(hours * HOUR))
  process.kill(portal.pid, 'SIGUSR2')
  await expect.poll(() => existsSync(file), { timeout: 10_000 }).toBe(false)
}

async function ask(token: string, path: string, body?: object, key?: string) {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': 'application/json' }),
    ...(key && { 'idempotency-key': key }),
  }
  const answer = await fetch(
    portal.origin + path,
    body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
  )
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape
  const read: any = await answer.json()
  return { status: answer.status, body: read }
}

/** A report as a phone's outbox sends it. Body and key are the same at each attempt. */
const draft = () => ({ key: randomUUID(), body: { ...payloads.addtrafikinformation(), Plats: randomUUID() } })
const send = async (token: string, { key, body }: ReturnType<typeof draft>) =>
  ask(token, '/api/incident/addtrafikinformation', body, key)

test(
  'nothing is lost or done twice, and everybody can sign in again',
  async (context) => {
    const sent: { draft: ReturnType<typeof draft>; id: number }[] = []
    const ended: string[] = []
    const jobs = async () => (await ask('', '/readyz')).body.jobs as Record<string, string | null>
    await expect
      .poll(async () => Object.values(await jobs()).filter((at) => at === null), { timeout: 30_000 })
      .toEqual([])
    let token = await portal.signIn('anna')

    async function everythingHolds(): Promise<void> {
      const own = draft()
      const { status, body } = await send(token, own)
      expect([status, body.result?.id]).toEqual([200, expect.any(Number)])
      sent.push({ draft: own, id: body.result.id as number })
      for (const before of sent) {
        const again = await send(token, before.draft)
        expect([again.status, again.body.result.id]).toEqual([200, before.id])
      }
      const { body: list } = await ask(token, '/api/incident/list')
      const places = (list.result as { plats: string }[]).map(({ plats }) => plats)
      for (const { draft: before } of sent) {
        expect(places.filter((place) => place === before.body.Plats)).toHaveLength(1)
      }
      // Payslips are encrypted with a key, and can still be opened.
      const { body: payslips } = await ask(token, '/api/lonespec/kontek/getspeclist')
      const [first] = payslips.result as { salaryPeriodId: number }[]
      const opened = await ask(token, `/api/lonespec/kontek/downloadspec/?salaryPeriodId=${first?.salaryPeriodId}`)
      expect([opened.status, opened.body.result.pdfStr]).toEqual([200, expect.stringMatching(/^JVBERi/)])
      // A sign-out counts whatever the clock says.
      for (const gone of ended) expect((await ask(gone, '/api/user/profile')).status).toBe(401)
      expect((await ask('', '/readyz')).status).toBe(200)
    }

    await everythingHolds()
    for (const hours of jumps) {
      await jump(hours)
      // A token from before the jump may be refused, but a new sign-in works.
      const other = await portal.signIn('anna')
      const headers = { authorization: `Bearer ${other}` }
      const out = await fetch(portal.origin + endSignIn.path, { method: 'POST', headers })
      expect(out.status).toBe(200)
      ended.push(other)
      token = await portal.signIn('anna')
      await everythingHolds()
    }
    expect(portal.output()).not.toMatch(/"level":50/)
    tried(context, jumps.length)
  },
  effort({ sample: 120_000, full: 600_000 }),
)

// The portal looks for due jobs every minute.
test.runIf(effort({ sample: false, full: true }))(
  'jobs are done again within a minute and a half after a jump, forward and back',
  async () => {
    for (const hours of [2, -5]) {
      const before = (await ask('', '/readyz')).body.jobs as Record<string, string>
      await jump(hours)
      await expect
        .poll(async () => ((await ask('', '/readyz')).body.jobs as Record<string, string>)['survey'], {
          timeout: 90_000,
        })
        .not.toBe(before['survey'])
    }
  },
  240_000,
)
