// The settings of a workshop’s own system, and the example of such a system.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadVariants } from '#platform/server/variants.ts'
import { readPortalConfig } from '../../../../app/server/config.ts'
import type { TestPortal } from '../../../../app/server/test-portal.ts'
import { testPayslipKey } from '../../../../app/server/test-template.ts'
import { workshopTroubles } from './office.ts'
import { sendMessages } from './send.ts'
import { checkWorkshopSystems, workshopSystems } from './settings.ts'
import { type Receiver, variantsWith } from './workshop-fixture.ts'
import {
  ofOst,
  old,
  secret,
  secrets,
  workshopCalls,
  type WorkshopPortal,
  workshopPortal,
} from './workshop-portal-fixture.ts'

let workshop: WorkshopPortal
let portal: TestPortal
let receiver: Receiver
beforeAll(async () => {
  workshop = await workshopPortal()
  ;({ portal, receiver } = workshop)
})
afterAll(() => workshop.close())
beforeEach(() => workshop.begin())
const { send, reported } = workshopCalls(() => workshop)

test.each([
  ['http to another machine', { norr: 'http://verkstad.example.se/x' }, secrets, 'ska börja med https://'],
  ['a password in the address', { norr: 'https://a:b@verkstad.example.se/x' }, secrets, 'inloggningsuppgifter'],
  [
    'an address without a secret',
    { syd: 'https://verkstad.example.se/x' },
    secrets,
    'WORKSHOP_SECRETS saknar syd:whsec_…',
  ],
  ['a secret of a company that is not there', {}, `nord:whsec_${secret}`, 'bolaget nord finns inte'],
])('%s ends the start', async (_name, urls, entries, message) => {
  const given = await variantsWith(urls)
  const config = readPortalConfig({ NODE_ENV: 'test', PAYSLIP_KEY: testPayslipKey, WORKSHOP_SECRETS: entries })
  const loaded = await loadVariants(given.dir)
  expect(() => checkWorkshopSystems({ config, variants: loaded })).toThrow(message)
  await given.remove()
})

test('a secret is never repeated in a message about it, and at most two are one company’s', () => {
  const read = (WORKSHOP_SECRETS: string) => () => readPortalConfig({ NODE_ENV: 'test', WORKSHOP_SECRETS })
  for (const wrong of [
    'norr:hemlig',
    'norr:whsec_aGVt',
    `norr:whsec_${secret} norr:whsec_${old} norr:whsec_${ofOst}`,
  ]) {
    expect(read(wrong)).toThrow(/^Fel i inställningarna: WORKSHOP_SECRETS \(ska vara bolag:whsec_…/)
    expect(read(wrong)).not.toThrow(/hemlig|aGVt/)
  }
})

test('a spare machine with last night’s data neither tells a workshop’s system nor believes one, and needs no secret', async () => {
  await reported()
  const settings = { NODE_ENV: 'test', PAYSLIP_KEY: testPayslipKey, WORKSHOP_SYSTEMS: 'off' }
  for (const WORKSHOP_SECRETS of [undefined, secrets]) {
    const spare = { ...workshop.platform, config: readPortalConfig({ ...settings, WORKSHOP_SECRETS }) }
    checkWorkshopSystems(spare)
    await sendMessages(spare)
    expect(receiver.arrived).toEqual([])
    expect([...workshopSystems(spare)]).toEqual([])
    expect(await workshopTroubles(spare)).toEqual([])
  }
  // When it takes over, what waited is sent.
  await send()
  expect(receiver.arrived).toHaveLength(1)
})

describe('the example of docs/webhook.md', () => {
  let example: ChildProcess
  afterAll(() => void example.kill())

  test('receives a fault and answers it, and the driver reads the answer', async () => {
    const path = 'docs/webhook-example.ts'
    expect((await readFile(path, 'utf8')).trimEnd().split('\n').length).toBeLessThanOrEqual(60)
    // The example uses the real clock.
    portal.clock.now = new Date()
    await portal.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = portal.app.server.address() as { port: number }
    const { port: receiving } = new URL(receiver.url)
    await receiver.close()
    example = spawn(process.execPath, [path], {
      env: {
        // Passes on the clock of the tests, if it is not the real one.
        ...process.env,
        WEBHOOK_SECRET: `whsec_${secret}`,
        PORTAL: `http://127.0.0.1:${port}/api/verkstad/norr/fel`,
        PORT: receiving,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const said: string[] = []
    createInterface({ input: example.stdout! }).on('line', (line) => said.push(line))
    await expect.poll(() => said, { timeout: 20_000 }).toContain(`listening on ${receiving}`)
    const number = await reported()
    await send()
    await expect.poll(() => said, { timeout: 20_000 }).toContain(`${number} 200`)
    expect(said).toContain(`fault.received ${number} 0 Buss 2116`)
    const { items } = (await portal.send('anna', 'GET', '/api/fordonskontroll/mina')).body.result
    expect(items.find((each: { number: string }) => each.number === number)).toMatchObject({
      state: 'Bedömd',
      reason: 'Verkstaden har tagit emot felet.',
    })
    await send()
    await expect.poll(() => said, { timeout: 20_000 }).toContain(`fault.state ${number} 1 Buss 2116`)
  })
})
