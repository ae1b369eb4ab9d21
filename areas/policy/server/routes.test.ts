import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shelfPortal, type ShelfPortal } from '#core/documents/server/shelves/shelf-fixture.ts'
import { demoPolicies } from './demo/demo.ts'

let own: ShelfPortal
beforeAll(async () => {
  own = await shelfPortal()
  await sql`delete from documents`.execute(own.portal.db)
  await demoPolicies(own.platform, '2026-11-21')
})
afterAll(() => own.close())

const list = (userName: string) => own.portal.send(userName, 'GET', '/api/policydocs/documents')
const file = (userName: string, filename: string) =>
  own.portal.send(userName, 'GET', `/api/policydocs/downloadfile?filename=${encodeURIComponent(filename)}`)

test('everybody has the company’s documents, with size and date, in Swedish order', async () => {
  const { status, body } = await list('anna')
  expect(status).toBe(200)
  expect(body.result).toHaveLength(7)
  expect(body.result[0]).toEqual({
    filename: 'Alkohol- och drogpolicy.pdf',
    size: expect.any(Number),
    date: '2026-02-02',
  })
  expect(body.result.at(-1).filename).toBe('Rutin vid hot och våld (för förare).docx')
  expect((await list('bertil')).body.result).toHaveLength(7)
})

test('each can be fetched, and has the type that its name says', async () => {
  for (const { filename, size } of (await list('anna')).body.result) {
    const { status, body } = await file('anna', filename)
    const bytes = Buffer.from(body.result, 'base64')
    expect([filename, status, bytes.length]).toEqual([filename, 200, size])
    expect(bytes.subarray(0, 4).toString('latin1')).toBe(filename.endsWith('.pdf') ? '%PDF' : 'PK\u0003\u0004')
  }
})

test('every company has its own names for its documents', async () => {
  const names = async (userName: string) =>
    (await list(userName)).body.result.map(({ filename }: { filename: string }) => filename)
  const all = (await Promise.all(['anna', 'gunilla', 'ida', 'jonas'].map(names))).flat()
  expect(all).toHaveLength(28)
  expect(new Set(all).size).toBe(28)
})

test('another company has its own', async () => {
  const { rows } = await sql<{ id: string }>`
    select document_id as id from shelved_documents where company = 'ost' and shelf = 'policy'`.execute(own.portal.db)
  await sql`delete from documents where id = any(${rows.map(({ id }) => id)})`.execute(own.portal.db)
  expect((await list('jonas')).body.result).toEqual([])
  expect((await file('jonas', 'Policy mot alkohol och droger.pdf')).status).toBe(404)
  expect((await file('jonas', 'Alkohol- och drogpolicy.pdf')).status).toBe(404)
  expect((await file('anna', 'Alkohol- och drogpolicy.pdf')).status).toBe(200)
})

test('the demo is made once', async () => {
  const ids = async () =>
    (await sql`select document_id from shelved_documents where company = 'norr' order by 1`.execute(own.portal.db)).rows
  const before = await ids()
  await demoPolicies(own.platform, '2026-12-01')
  expect(await ids()).toEqual(before)
})

describe('a name that is not in the list does not exist', () => {
  test.each([
    '../../../../etc/passwd',
    '..\\..\\windows\\win.ini',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e/control.key',
    '/etc/passwd',
    'C:\\Windows\\win.ini',
    '\\\\server\\share\\a.docx',
    '//server/share/a.docx',
    'file:///etc/passwd',
    'http://127.0.0.1/a.pdf',
    './Alkohol- och drogpolicy.pdf',
    'x/../Alkohol- och drogpolicy.pdf',
    '/Alkohol- och drogpolicy.pdf',
    'Alkohol- och drogpolicy.pdf\u0000',
    'Alkohol- och drogpolicy.pdf ',
    'alkohol- och drogpolicy.pdf',
    'Alkohol%',
    "' or 1=1 --",
    '\ud800',
  ])('%j', async (name) => {
    const filename = name.isWellFormed() ? encodeURIComponent(name) : '%ED%A0%80'
    const { status, body } = await own.portal.send('anna', 'GET', `/api/policydocs/downloadfile?filename=${filename}`)
    expect([status, body.result]).toEqual([404, null])
  })

  test.each(['', '?filename=', '?filename=a&filename=b', `?filename=${'x'.repeat(2001)}`])(
    '%s is refused',
    async (query) => {
      const { status, body } = await own.portal.send('anna', 'GET', `/api/policydocs/downloadfile${query}`)
      expect([status, Object.keys(body.modelState)]).toEqual([400, ['filename']])
    },
  )
})
