import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { readConfig } from '#platform/server/config.ts'
import { findByUserName } from '../../people/server/store.ts'
import { documentAddress, documentStore, type Audience, type Documents } from './store.ts'

let portal: TestPortal
let files: Documents
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-documents-'))
  portal = await testPortal({ DATA_DIR: folder })
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder })
  files = documentStore({ db: portal.db, clock: () => portal.clock.now, config })
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const name = 'Körordning [2026] åäö.pdf'
const bytes = Buffer.from('%PDF-1.7 på riktigt')
const put = async (audience: Audience) => {
  const id = await files.keep(bytes)
  await files.put(portal.db, { id, fileName: name, size: bytes.length, audience })
  return id
}
const get = (userName: string, filurl: string) =>
  portal.send(userName, 'GET', `/api/spcommon/downloadfile?filurl=${encodeURIComponent(filurl)}`)
const statusFor = async (userName: string, id: string) => (await get(userName, documentAddress(id, name))).status
const idOf = async (userName: string) => (await findByUserName(portal.db, userName, null))[0]?.id ?? ''

test('a listed address returns the file in base64, whatever surrounds the opaque name', async () => {
  const id = await put({ of: 'group' })
  const { status, body } = await get('anna', documentAddress(id, name))
  expect([status, body.result]).toEqual([200, bytes.toString('base64')])
  for (const address of [`https://elsewhere.example/a/${id}/x.docx`, `${id}/`, `../../${id}/../../etc`]) {
    const answered = await get('anna', address)
    // Only the last segment but one is looked up, so the file is found only if that is the opaque name.
    expect(answered.status).toBe(address.split('/').at(-2) === id ? 200 : 404)
  }
})

test('a file of any size arrives whole, also when the client takes gzip or only asks for the headers', async () => {
  for (const size of [0, 1, 48 * 1024, 48 * 1024 + 1, 300_000]) {
    const content = Buffer.alloc(size, 'åäö')
    const id = await files.keep(content)
    await files.put(portal.db, { id, fileName: name, size, audience: { of: 'group' } })
    const url = `/api/spcommon/downloadfile?filurl=${encodeURIComponent(documentAddress(id, name))}`
    const headers = { authorization: `Bearer ${await portal.token('anna')}`, host: 'localhost' }
    const plain = await portal.app.inject({ url, headers })
    expect([plain.statusCode, plain.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(plain.json()).toEqual({ result: content.toString('base64'), timestamp: expect.any(String) })
    const zipped = await portal.app.inject({ url, headers: { ...headers, 'accept-encoding': 'gzip' } })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toMatchObject({ result: content.toString('base64') })
    expect((await portal.app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(200)
  }
})

test('is readable only by its audience', async () => {
  const group = await put({ of: 'group' })
  const norr = await put({ of: 'company', company: 'norr' })
  const umea = await put({ of: 'area', company: 'norr', area: 'Umeå' })
  const ida = await put({ of: 'employee', employeeId: await idOf('ida') })
  const seen = async (userName: string) => {
    const statuses = await Promise.all([group, norr, umea, ida].map((id) => statusFor(userName, id)))
    return statuses.map((status) => status === 200)
  }
  expect(await seen('anna')).toEqual([true, true, true, false])
  expect(await seen('marika')).toEqual([true, true, false, false])
  expect(await seen('gunilla')).toEqual([true, false, false, false])
  expect(await seen('ida')).toEqual([true, false, false, true])
  // Another company's area of the same name is a different area.
  await sql`update employee_claims set value = 'Umeå' where type = 'IntraCompanyArea' and employee_id =
    (select id from employees where user_name = 'gunilla')`.execute(portal.db)
  portal.clock.now = new Date(portal.clock.now.getTime() + 31_000)
  expect(await seen('gunilla')).toEqual([true, false, false, false])
})

test.each([
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd/x',
  '%2e%2e/%2e%2e/control.key',
  '/etc/passwd',
  'file:///etc/passwd',
  '\\\\server\\share\\x.docx',
  '//server/share/x.docx',
  'http://127.0.0.1:22/a/b.pdf',
  'http://2130706433/a/b.pdf',
  'http://0177.0.0.1/a/b.pdf',
  'http://[::1]/a/b.pdf',
  'http://[::ffff:127.0.0.1]/a/b.pdf',
  'http://169.254.169.254/latest/meta-data',
  'gopher://localhost/_x',
  `documents/aa/${'a'.repeat(43)}/x.pdf`,
  `${'.'.repeat(43)}/x.pdf`,
  `${'a'.repeat(42)}\u0000/x.pdf`,
  'x\u0000y/z',
  '/',
])('%j does not exist, and no request is made', async (address) => {
  await writeFile(join(folder, 'secret.pdf'), 'secret')
  const { fetch } = globalThis
  let asked = 0
  globalThis.fetch = async () => {
    asked++
    throw new Error('no')
  }
  try {
    const { status, body } = await get('anna', address)
    expect([status, body.result, asked]).toEqual([404, null, 0])
  } finally {
    globalThis.fetch = fetch
  }
})

test.each([
  ['none', ''],
  ['empty', '?filurl='],
  ['two', '?filurl=a&filurl=b'],
  ['too long', `?filurl=${'x'.repeat(2001)}`],
])('an address that is %s is refused', async (_what, query) => {
  const { status, body } = await portal.send('anna', 'GET', `/api/spcommon/downloadfile${query}`)
  expect([status, Object.keys(body.modelState)]).toEqual([400, ['filurl']])
})

test('a forgotten document is unreadable at once, and its file removed within the hour, also when its employee is removed', async () => {
  await sql`
    insert into employees (company, number, user_name, first_name, last_name)
    values ('ost', '1', 'slutar', 'Sven', 'Slutar')`.execute(portal.db)
  const kept = await put({ of: 'group' })
  const gone = [await put({ of: 'group' }), await put({ of: 'employee', employeeId: await idOf('slutar') })]
  await files.forget(portal.db, gone.slice(0, 1))
  await sql`delete from employees where user_name = 'slutar'`.execute(portal.db)
  expect(await statusFor('anna', gone[0] ?? '')).toBe(404)
  await files.removeForgotten()
  const there = await readdir(join(folder, 'blobs', 'documents'), { recursive: true })
  const on = (id: string) => there.includes(join(id.slice(0, 2), id))
  expect([on(kept), ...gone.map(on)]).toEqual([true, false, false])
})

test('what a killed process was writing is removed after a day, and what is being written stays', async () => {
  const writing = join(folder, 'blobs', 'writing')
  await mkdir(writing, { recursive: true })
  for (const [left, hours] of [
    ['killed', 25],
    ['arriving', 1],
  ] as const) {
    const at = new Date(portal.clock.now.getTime() - hours * 3_600_000)
    await writeFile(join(writing, left), 'x')
    await utimes(join(writing, left), at, at)
  }
  await files.removeForgotten()
  expect(await readdir(writing)).toEqual(['arriving'])
  await rm(join(writing, 'arriving'))
})

test('a file without a row is removed after a day, and not before', async () => {
  const onDisk = async (id: string) =>
    (await readdir(join(folder, 'blobs', 'documents'), { recursive: true })).includes(join(id.slice(0, 2), id))
  const after = async (hours: number) => {
    portal.clock.now = new Date(portal.clock.now.getTime() + hours * 3_600_000)
    await files.removeForgotten()
  }
  const document = { fileName: name, size: bytes.length, audience: { of: 'company', company: 'finns-inte' } } as const
  // As left by a process that is killed before inserting the row, and by a transaction that is rolled back.
  const [killed, refused, named] = [await files.keep(bytes), await files.keep(bytes), await put({ of: 'group' })]
  await expect(portal.db.transaction().execute((tx) => files.put(tx, { ...document, id: refused }))).rejects.toThrow(
    /foreign key/,
  )
  await after(11)
  // Still in time.
  await files.put(portal.db, { ...document, id: killed, audience: { of: 'group' } })
  await files.forget(portal.db, [killed])
  const late = await files.keep(bytes)
  await after(12)
  expect(await Promise.all([killed, refused, late, named].map(onDisk))).toEqual([false, true, true, true])
  await after(2)
  expect(await Promise.all([refused, late, named].map(onDisk))).toEqual([false, true, true])
  await expect(files.put(portal.db, { ...document, id: late, audience: { of: 'group' } })).rejects.toThrow(
    /too long ago/,
  )
  await after(12)
  expect(await Promise.all([late, named].map(onDisk))).toEqual([false, true])
  expect(await statusFor('anna', named)).toBe(200)
})

test('no file is removed while a restore can be taken back: what was before has documents of its own', async () => {
  const id = await put({ of: 'group' })
  await files.forget(portal.db, [id])
  const there = async () => (await files.content(id)) !== null
  await mkdir(join(folder, 'postgres.before-restore'))
  await files.removeForgotten()
  expect(await there()).toBe(true)
  await rm(join(folder, 'postgres.before-restore'), { recursive: true })
  await files.removeForgotten()
  expect(await there()).toBe(false)
})

test('only a file that was kept can be put', async () => {
  const document = { fileName: name, size: 1, audience: { of: 'group' } } as const
  await expect(files.put(portal.db, { ...document, id: 'a'.repeat(43) })).rejects.toThrow(/not at all/)
})
