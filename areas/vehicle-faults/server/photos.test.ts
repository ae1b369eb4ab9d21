import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { formOf, photo } from '#core/pictures/server/form-fixture.ts'
import { slowStore } from '#core/pictures/server/slow-store-fixture.ts'
import { giveRole } from '../../../app/server/test-roles.ts'
import { readPortalConfig } from '../../../app/server/config.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { testPlatform } from '../../../app/server/test-platform.ts'
import { testNow } from '../../../app/server/test-template.ts'
import type { FaultReport, OwnFaultReport } from '../contract.ts'
import { vehicleFaults } from './index.ts'

let portal: TestPortal
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linjen-fault-photos-'))
  portal = await testPortal({ DATA_DIR: dataDir })
})
afterAll(async () => {
  await portal.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(() => {
  portal.clock.now = testNow
})

const get = (userName: string, path: string) => portal.send(userName, 'GET', `/api/fordonskontroll/${path}`)
const add = (userName: string, body: unknown, headers: Record<string, string> = {}) =>
  portal.send(userName, 'POST', '/api/fordonskontroll/addfault', { body, headers })
const active = async (userName: string): Promise<FaultReport[]> =>
  (await get(userName, 'faultreports?vehicleNo=2117')).body.result
const own = async (userName: string): Promise<OwnFaultReport[]> => (await get(userName, 'mina')).body.result.items
const upload = async (userName: string): Promise<string> => {
  const { headers, payload } = formOf({ name: 'file', fileName: 'dörr.jpg', content: await photo({ width: 400 }) })
  const answer = await portal.send(userName, 'POST', '/api/fordonskontroll/uploadimage', { headers, body: payload })
  return answer.body.result.name
}
const image = (userName: string, name: string, size = 'stor') => get(userName, `image?name=${name}&storlek=${size}`)
const withPhotos = (names: readonly string[], text = 'Dörr 2 stänger inte') => ({
  faultCategoryNumber: 1,
  vehicleNumber: '2117',
  text,
  AttachmentUploadBlobNames: names,
})

test('photos of a report are seen, in their order, by its reporter and by whoever drives the bus next', async () => {
  const names = [await upload('anna'), await upload('anna')].toSorted().toReversed()
  expect((await add('anna', withPhotos(names))).body.result).toBe(true)
  const attachments = names.map((name) => ({ name, shortName: 'dörr.jpg' }))
  expect((await own('anna'))[0]?.attachments).toEqual(attachments)
  expect((await active('amina'))[0]?.attachments).toEqual(attachments)
  for (const userName of ['anna', 'amina'])
    for (const [size, widest] of Object.entries({ stor: 900, liten: 320 })) {
      const { status, body } = await image(userName, names[0]!, size)
      expect([userName, size, status]).toEqual([userName, size, 200])
      const { height, exif } = await sharp(Buffer.from(body.result.data, 'base64')).metadata()
      expect([height <= widest, exif]).toEqual([true, undefined])
    }
})

test('photos are answered like absent ones to other companies, to colleagues before they are sent, and once the fault is repaired', async () => {
  const name = await upload('anna')
  const absent = await image('anna', '0'.repeat(32))
  const same = async (userName: string) => {
    const { status, body } = await image(userName, name)
    expect([userName, status, { ...body, timestamp: '' }]).toEqual([userName, 404, { ...absent.body, timestamp: '' }])
  }
  await same('amina')
  await same('ida')
  expect((await image('anna', name)).status).toBe(200)
  await add('anna', withPhotos([name]))
  await same('ida')
  expect((await image('amina', name)).status).toBe(200)
  await giveRole(portal.db, 'roger', 'verkstad')
  const number = (await own('anna'))[0]?.number
  const done = { number, version: 0, state: 'Klar', text: '', asks: false }
  expect((await portal.send('roger', 'POST', '/api/kontor/arenden/fel/svara', { body: done })).status).toBe(200)
  await same('amina')
  expect((await image('anna', name)).status).toBe(200)
  expect((await image('bertil', name)).status).toBe(403)
})

test('photos of somebody else, of another report or of a deviation are not accepted, and the report is not stored', async () => {
  const before = (await own('anna')).length
  const used = await upload('anna')
  await add('anna', withPhotos([used]))
  const { headers, payload } = formOf({ name: 'file', fileName: 'bild.jpg', content: await photo({ width: 40 }) })
  const ofDeviation = await portal.send('anna', 'POST', '/api/incident/uploadimage', { headers, body: payload })
  const refused = [await upload('amina'), await upload('ida'), used, ofDeviation.body.result.name, 'finns-inte']
  for (const name of refused) {
    const { status, body } = await add('anna', withPhotos([name]))
    expect([status, body.modelState]).toEqual([
      400,
      { AttachmentUploadBlobNames: ['En bild finns inte kvar. Ta bort den och lägg till den igen.'] },
    ])
  }
  expect((await own('anna')).length).toBe(before + 1)
})

test('photos that were uploaded again under new names do not make it another report', async () => {
  const headers = { 'idempotency-key': 'fault-with-lost-answer' }
  await add('anna', withPhotos([await upload('anna')], 'Svaret kom bort'), headers)
  const again = await add('anna', withPhotos([await upload('anna')], 'Svaret kom bort'), headers)
  expect(again.body.result).toBe(true)
  const stored = (await active('anna')).filter(({ text }) => text === 'Svaret kom bort')
  expect(stored.map(({ attachments }) => attachments.length)).toEqual([1])
})

test('a report with a photo that waits for the store keeps no other report waiting', async () => {
  const store = await slowStore()
  const other = await testPortal(store.settings)
  try {
    const { headers, payload } = formOf({ name: 'file', fileName: 'dörr.jpg', content: await photo({ width: 40 }) })
    const uploaded = await other.send('anna', 'POST', '/api/fordonskontroll/uploadimage', { headers, body: payload })
    const send = (userName: string, body: unknown) =>
      other.send(userName, 'POST', '/api/fordonskontroll/addfault', { body })
    const asked = store.asked()
    const waiting = send('anna', withPhotos([uploaded.body.result.name]))
    await asked
    expect((await send('amina', { ...withPhotos([]), text: 'Utan bild' })).status).toBe(200)
    store.letGo()
    expect((await waiting).status).toBe(200)
  } finally {
    store.close()
    await other.close()
  }
})

test('photos that no report has claimed are removed after a day', async () => {
  const [old, sent] = [await upload('anna'), await upload('anna')]
  await add('anna', withPhotos([sent]))
  portal.clock.now = new Date(testNow.getTime() + 86_400_000 + 1000)
  const config = readPortalConfig({ DATA_DIR: dataDir })
  await vehicleFaults.hourly?.({ ...(await testPlatform(portal)), config })
  expect([(await image('anna', old)).status, (await image('anna', sent)).status]).toEqual([404, 200])
})
