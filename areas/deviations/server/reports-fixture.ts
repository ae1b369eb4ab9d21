// Calls with which tests send and read deviations as employees do.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { formOf, photo } from '#core/pictures/server/form-fixture.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { type AddCall, payloads } from './payloads-fixture.ts'

export interface ReportsPortal {
  readonly portal: TestPortal
  /** The folder of the photos. */
  readonly dataDir: string
  /** A bus of Anna's company. */
  readonly bus: string
  close: () => Promise<void>
}

export async function reportsPortal(): Promise<ReportsPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'linjen-deviations-'))
  const portal = await testPortal({ DATA_DIR: dataDir })
  const { rows } = await sql<{ name: string }>`select name from vehicles where company = 'norr' limit 1`.execute(
    portal.db,
  )
  return {
    portal,
    dataDir,
    bus: rows[0]?.name ?? '',
    close: async () => {
      await portal.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const addCalls: readonly AddCall[] = [
  'addarbetsmiljo',
  'addhotochvald',
  'addtrafikinformation',
  'addfordonsskada',
]

/** Calls to that portal. It is passed as a function, because tests start the portal after they create the calls. */
export function reportCalls(of: () => ReportsPortal) {
  const list = async (userName: string, query = '') =>
    (await of().portal.send(userName, 'GET', `/api/incident/list${query}`)).body.result
  const add = (call: AddCall, change: object = {}, { userName = 'anna', host = 'localhost', headers = {} } = {}) =>
    of().portal.send(userName, 'POST', `/api/incident/${call}`, {
      host,
      headers,
      body: { ...payloads[call](of().bus), ...change },
    })
  const count = async () =>
    (await sql<{ n: number }>`select count(*) as n from incidents`.execute(of().portal.db)).rows[0]?.n as number
  /** Uploads a photo and returns its name. */
  const upload = async (userName = 'anna'): Promise<string> => {
    const content = await photo({ width: 40, height: 30 })
    const { headers, payload } = formOf({ name: 'file', fileName: 'Bild ett.jpg', content })
    const { body } = await of().portal.send(userName, 'POST', '/api/incident/uploadimage', { headers, body: payload })
    return body.result.name
  }
  const image = async (userName: string, name: string) =>
    (await of().portal.send(userName, 'GET', `/api/incident/image?name=${name}`)).status
  return { list, add, count, upload, image }
}
