// A store in S3 that does not return one object, as after a lifecycle rule or with a disabled KMS key.
import { once } from 'node:events'
import { access, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, request as requestOf, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blobStore } from '#platform/server/blobs/blobs.ts'
import { folderPlace } from '#platform/server/blobs/place.ts'
import { testS3, type TestS3 } from '#platform/server/blobs/test-s3.ts'
import type { Config } from '#platform/server/config.ts'
import { carryOut } from '../command.ts'
import type { TemplateCopy } from '../test-copy.ts'
import { findBackup, readBackup } from './archive.ts'
import { backUp, configOf, installed, refusal } from './installation-fixture.ts'
import { restore } from './restore.ts'
import { endRestore } from './undo.ts'

const timeout = 600_000

let folder: string
let s3: TestS3
let relay: Server
let settings: Record<string, string>
let own: Config
const copies: TemplateCopy[] = []
/** Keys of the objects that cannot be read until they are stored again. */
const closed = new Set<string>()
const at = (place: string) => join(folder, place)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-one-object-'))
  s3 = await testS3()
  const { hostname, port } = new URL(s3.settings['S3_ENDPOINT'] as string)
  relay = createServer((request, response) => {
    const { method, url = '', headers } = request
    const key = new URL(url, 'http://s3').pathname.split('/').slice(2).join('/')
    if (method === 'PUT') closed.delete(key)
    if (method === 'GET' && closed.has(key)) {
      response.writeHead(403).end('<Error><Code>InvalidObjectState</Code><Message>…</Message></Error>')
      return
    }
    const passed = requestOf({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode as number, answer.headers)
      answer.pipe(response)
    })
    request.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const S3_ENDPOINT = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`
  settings = { ...s3.settings, S3_ENDPOINT }
  own = await installed(at('data'), copies, { ...settings, FILES: 's3' })
}, timeout)
afterAll(async () => {
  for (const copy of copies) await copy.drop()
  relay.closeAllConnections()
  relay.close()
  await s3.remove()
  await rm(folder, { recursive: true, force: true })
})

test('is in no backup’s way, nor in a restore’s or a copy’s', { timeout }, async () => {
  expect(await refusal(backUp(at('backup'), own))).toEqual([])
  const { place, files } = await readBackup(await findBackup(await folderPlace(at('backup'))))
  const key = files[0]?.key as string
  closed.add(key)
  expect(await refusal(backUp(at('other'), own))).toEqual([
    expect.stringMatching(/^Kopian är gjord, men räknas inte som lyckad: /),
    '1 fil saknas i kopian, eftersom den inte gick att läsa i portalens lagring:',
    `  ${key}`,
  ])

  expect(await refusal(restore(at('backup'), own, () => {}))).toEqual([])
  const good = await readFile(join(place.name, 'files', key))
  expect(Buffer.from((await blobStore(own).read(key)) as Uint8Array)).toEqual(good)
  await endRestore('keep', own, () => {})

  closed.add(key)
  const moving = configOf(at('data'), copies[0] as TemplateCopy, { ...settings, FILES: 'folder', FILES_ALSO: 's3' })
  const copied = () =>
    refusal(carryOut({ kind: 'files', source: 'copy', company: '', dryRun: false, options: {} }, moving, () => {}))
  expect(await copied()).toEqual([
    '1 fil går inte att läsa i s3://linjen-filer, och är inte kopierad:',
    `  ${key}`,
    `Allt annat är kopierat till ${at('data/blobs')}. Lägg det som saknas där, ur en säkerhetskopia, och kör copy igen.`,
  ])
  for (const file of files.slice(1)) await access(join(at('data/blobs'), file.key))
  await blobStore(moving).put(key, good)
  expect(await copied()).toEqual([])
})
