// Calls with which tests hide words and parts of photos in a fault.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { onlyRoles } from '../../../app/server/test-roles.ts'
import { queueCalls } from './queue-fixture.ts'

/** The text of Anna's report, which contains a name. */
export const said = 'Kalle Karlsson slog sönder dörr 2'

export interface RedactionPortal {
  readonly portal: TestPortal
  /** The folder of the photos. */
  readonly dataDir: string
  close: () => Promise<void>
}

/** A portal with a mechanic, two managers of an area, one of the company, and traffic control, which only sees faults. */
export async function redactionPortal(): Promise<RedactionPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'linjen-redaction-'))
  const portal = await testPortal({ DATA_DIR: dataDir })
  await onlyRoles(portal.db, [
    ['roger', 'verkstad'],
    ['monica', 'omradeschef', { area: 'Umeå' }],
    ['ulrika', 'omradeschef', { area: 'Skellefteå' }],
    ['emil', 'trafikledare'],
    ['bengt', 'omradeschef'],
  ])
  return {
    portal,
    dataDir,
    close: async () => {
      await portal.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Calls to that portal. It is passed as a function, because tests start the portal after they create the calls. */
export function redactionCalls(portal: () => TestPortal) {
  const { get, post, one, owns, reported: reportedBy } = queueCalls(portal)
  const own = (userName = 'anna') => owns(userName)
  const reported = (fields: object = {}) => reportedBy('anna', { text: said, ...fields })
  const hide = (userName: string, number: string, fields: object) =>
    post(userName, 'dolj', {
      number,
      version: 0,
      part: 'text',
      from: 0,
      words: 'Kalle Karlsson',
      why: 'Namn på en resenär',
      ...fields,
    })
  const show = (userName: string, number: string, fields: object = {}, headers = {}) =>
    post(userName, 'visaigen', { number, version: 1, part: 'text', why: 'Fel ord var markerat', ...fields }, headers)
  const original = (userName: string, number: string, part = 'text') =>
    get(userName, `original?nummer=${number}&del=${encodeURIComponent(part)}`)
  return { get, post, one, own, reported, hide, show, original }
}
