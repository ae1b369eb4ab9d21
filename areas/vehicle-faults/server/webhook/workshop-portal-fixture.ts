// A portal for tests, with a company whose workshop has its own system.
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Platform } from '#platform/server/area.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { readPortalConfig } from '../../../../app/server/config.ts'
import { testPortal, type TestPortal } from '../../../../app/server/test-portal.ts'
import { onlyRoles } from '../../../../app/server/test-roles.ts'
import { testNow, testPayslipKey } from '../../../../app/server/test-template.ts'
import type { WorkshopMessage } from '../../office-workshop-contract.ts'
import { sendMessages } from './send.ts'
import { newSecret, type Receiver, testReceiver, variantsWith } from './workshop-fixture.ts'

/** Norr's secret, the secret that it replaces, and Öst's secret. */
export const [secret, old, ofOst] = [newSecret(), newSecret(), newSecret()]
export const secrets = `norr:whsec_${secret},norr:whsec_${old}\nost:whsec_${ofOst}`

export interface WorkshopPortal {
  readonly portal: TestPortal
  /** The platform with which the portal's jobs run. */
  readonly platform: Platform
  /** Norr's system. */
  readonly receiver: Receiver
  /** The log lines of the jobs. */
  readonly lines: string[]
  /** Call it before each test. After it nothing waits or has arrived, and the receiver accepts everything. */
  begin: () => Promise<void>
  close: () => Promise<void>
}

export async function workshopPortal(): Promise<WorkshopPortal> {
  const lines: string[] = []
  const receiver = await testReceiver()
  const variants = await variantsWith({ norr: receiver.url })
  const settings = { VARIANTS_DIR: variants.dir, WORKSHOP_SECRETS: secrets }
  const portal = await testPortal(settings)
  const config = readPortalConfig({ NODE_ENV: 'test', PAYSLIP_KEY: testPayslipKey, ...settings })
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const platform: Platform = {
    db: portal.db,
    clock: () => portal.clock.now,
    config,
    variants: await loadVariants(config.variantsDir),
    log,
    version: '',
  }
  await onlyRoles(portal.db, [
    ['roger', 'verkstad'],
    ['henrik', 'verkstad'],
    ['bengt', 'verkstad'],
    ['sirpa', 'verkstad', { area: 'Ingenstans' }],
    ['emil', 'trafikledare'],
  ])
  return {
    portal,
    platform,
    receiver,
    lines,
    begin: async () => {
      portal.clock.now = testNow
      lines.length = 0
      receiver.arrived.length = 0
      receiver.answer = (response) => void response.writeHead(204).end()
      await sql`delete from workshop_messages`.execute(portal.db)
    },
    close: async () => {
      await portal.close()
      await receiver.close()
      await variants.remove()
    },
  }
}

/** Calls to that portal. It is passed as a function, because the portal is started later, in `beforeAll`. */
export function workshopCalls(of: () => WorkshopPortal) {
  /** Sends the due messages, with enough patience for a receiver on a busy machine. */
  const send = (patienceMs = 30_000) => sendMessages(of().platform, patienceMs)
  const later = (minutes: number) => {
    const { clock } = of().portal
    clock.now = new Date(clock.now.getTime() + minutes * 60_000)
  }
  /** Reports a fault and returns its number. */
  async function reported(userName = 'anna', fields: object = {}): Promise<string> {
    const { portal } = of()
    const body = { faultCategoryNumber: 1, vehicleNumber: '2116', text: 'Dörr 2 stänger inte', ...fields }
    const sent = await portal.send(userName, 'POST', '/api/fordonskontroll/addfault', { body })
    if (sent.status !== 200) throw new Error(`the fault was refused: ${JSON.stringify(sent.body)}`)
    const { rows } = await sql<{ number: number }>`select max(f.number)::int as number from faults f
      join employees e on e.id = f.reporter_id where e.user_name = ${userName}`.execute(portal.db)
    return `F-${rows[0]!.number}`
  }
  const office = (path: string, body: object, userName = 'roger') =>
    of().portal.send(userName, 'POST', `/api/kontor/arenden/fel/${path}`, { body })
  const one = async (number: string) =>
    (await of().portal.send('roger', 'GET', `/api/kontor/arenden/fel/arende?nummer=${number}`)).body.result
  const answered = async (number: string, fields: object) => {
    const { version } = await one(number)
    const body = { number, version, state: null, text: '', asks: false, ...fields }
    const sent = await office('svara', body)
    if (sent.status !== 200) throw new Error(`the answer was refused: ${JSON.stringify(sent.body)}`)
  }
  const messages = () => of().receiver.arrived.map(({ message }) => message)
  /** The messages that have arrived, one line each. */
  const arrived = (among: readonly WorkshopMessage[] = messages()) =>
    among.map(({ type, data: { number, version } }) => `${number} ${version} ${type}`)
  return { send, later, reported, office, one, answered, messages, arrived }
}
