import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shelfPortal, type ShelfPortal } from '#core/documents/server/shelves/shelf-fixture.ts'
import { fillDemo } from './demo/demo.ts'

let own: ShelfPortal
beforeAll(async () => {
  own = await shelfPortal()
  await sql`delete from documents`.execute(own.portal.db)
  await fillDemo(own.platform, '2026-11-21')
})
afterAll(() => own.close())

const get = (userName: string, path: string) => own.portal.send(userName, 'GET', `/api/krishantering/${path}`)
const namesOf = async (userName: string, by: string) =>
  (await get(userName, `documents/${by}`)).body.result.map(({ filename }: { filename: string }) => filename)

describe('the nearest manager', () => {
  test('has a name and numbers from the series reserved for fiction', async () => {
    const { status, body } = await get('anna', 'bossinfo')
    expect(status).toBe(200)
    expect(body.result).toEqual({
      firstname: 'Cecilia',
      lastname: 'Wikström',
      telephoneNumber: expect.stringMatching(/^0980-31 92 \d\d$/),
      mobileNumber: expect.stringMatching(/^070-174 06 \d\d$/),
    })
    expect((await get('gunilla', 'bossinfo')).body.result).toMatchObject({ firstname: 'Jasmina' })
  })

  test('is null for an employee without one', async () => {
    expect(await get('david', 'bossinfo')).toMatchObject({ status: 200, body: { result: null } })
  })

  test('without numbers still has a name; one who has left is not shown', async () => {
    const { db } = own.portal
    const boss = sql`(select id from employees where user_name = 'layla')`
    await sql`delete from contact_numbers where employee_id = ${boss}`.execute(db)
    expect((await get('ida', 'bossinfo')).body.result).toEqual({
      firstname: 'Layla',
      lastname: 'Hassan',
      telephoneNumber: null,
      mobileNumber: null,
    })
    await sql`update employees set active = false where user_name = 'layla'`.execute(db)
    expect((await get('ida', 'bossinfo')).body.result).toBeNull()
  })

  test('has a number that the company has changed also after the next start', async () => {
    const { db } = own.portal
    await sql`
      update contact_numbers set mobile = '070-174 06 99'
      where employee_id = (select id from employees where user_name = 'cecilia')`.execute(db)
    await fillDemo(own.platform, '2026-11-22')
    expect((await get('anna', 'bossinfo')).body.result.mobileNumber).toBe('070-174 06 99')
  })
})

describe('documents of the area', () => {
  test('are those of the employee’s own area', async () => {
    expect(await namesOf('anna', 'bycompanyarea')).toEqual([
      'Krisplan Umeå.pdf',
      'Loggblad vid kris.docx',
      'Samlingsplatser och nycklar (Umeå).pdf',
    ])
    expect(await namesOf('marika', 'bycompanyarea')).toContain('Krisplan Skellefteå.pdf')
    expect(await namesOf('marika', 'bycompanyarea')).not.toContain('Krisplan Umeå.pdf')
    expect(await namesOf('gunilla', 'bycompanyarea')).toEqual([])
  })

  test('can be fetched, but not another area’s or another company’s', async () => {
    const of = (userName: string, name: string) =>
      get(userName, `downloadfile/bycompanyarea/?filename=${encodeURIComponent(name)}`)
    const { status, body } = await of('anna', 'Krisplan Umeå.pdf')
    expect([status, Buffer.from(body.result, 'base64').subarray(0, 4).toString()]).toEqual([200, '%PDF'])
    const foreign = await Promise.all([
      of('marika', 'Krisplan Umeå.pdf'),
      of('gunilla', 'Krisplan Umeå.pdf'),
      of('anna', 'Krisplan Lund.pdf'),
      of('anna', 'Finns inte.pdf'),
    ])
    expect(foreign.map((answer) => answer.status)).toEqual([404, 404, 404, 404])
    expect(new Set(foreign.map((answer) => answer.body.errorMessage)).size).toBe(1)
  })

  test('of an employee with two areas are those of both, each fetched by a unique name', async () => {
    await sql`
      insert into employee_claims (employee_id, type, value)
      select id, 'IntraCompanyArea', 'Skellefteå' from employees where user_name = 'anna'`.execute(own.portal.db)
    const names = await namesOf('anna', 'bycompanyarea')
    expect(names).toEqual([...new Set(names)])
    const both = ['Loggblad vid kris (Skellefteå).docx', 'Loggblad vid kris (Umeå).docx']
    expect(names).toEqual(expect.arrayContaining(['Krisplan Umeå.pdf', 'Krisplan Skellefteå.pdf', ...both]))
    for (const [name, status] of [...both.map((each) => [each, 200]), ['Loggblad vid kris.docx', 404]]) {
      const address = `downloadfile/bycompanyarea/?filename=${encodeURIComponent(String(name))}`
      expect((await get('anna', address)).status, String(name)).toBe(status)
    }
  })

  test('an area of the same name in another company is another area', async () => {
    await sql`
      update employee_claims set value = 'Umeå' where type = 'IntraCompanyArea'
        and employee_id = (select id from employees where user_name = 'jonas')`.execute(own.portal.db)
    expect(await namesOf('jonas', 'bycompanyarea')).toEqual([])
  })
})

describe('documents of the position', () => {
  const of = (userName: string, pathFileName: string) =>
    get(userName, `downloadfile/bycompanyposition/?filename=${encodeURIComponent(pathFileName)}`)

  test('are those of the employee’s own position, and are fetched by their pathFileName', async () => {
    const { body } = await get('gunilla', 'documents/bycompanyposition')
    expect(body.result).toMatchObject([
      { filename: 'Förarens fickkort (vik på mitten).pdf' },
      { filename: 'Utrymning av buss.docx', pathFileName: 'Busförare Linjetrafik/Utrymning av buss.docx' },
    ])
    for (const { pathFileName, size } of body.result) {
      const answer = await of('gunilla', pathFileName)
      expect([answer.status, Buffer.from(answer.body.result, 'base64').length]).toEqual([200, size])
    }
    expect(await namesOf('hans', 'bycompanyposition')).toEqual(['Ledningsplan vid kris.pdf', 'Loggblad vid kris.docx'])
  })

  test('of another position do not exist for anybody else', async () => {
    const path = 'Busförare Linjetrafik/Utrymning av buss.docx'
    expect((await of('hans', path)).status).toBe(404)
    expect((await of('anna', path)).status).toBe(404)
  })

  test('of several positions are all available', async () => {
    await sql`
      insert into employee_claims select id, 'IntraPosition', 'Busförare Linjetrafik' from employees
      where user_name = 'tommy'`.execute(own.portal.db)
    expect(await namesOf('tommy', 'bycompanyposition')).toEqual([
      'Förarens fickkort (vik på mitten).pdf',
      'Ledningsplan vid kris.pdf',
      'Loggblad vid kris.docx',
      'Utrymning av buss.docx',
    ])
  })
})

describe.each([
  ['bycompanyarea', 'anna', 'Krisplan Umeå.pdf'],
  ['bycompanyposition', 'gunilla', 'Busförare Linjetrafik/Utrymning av buss.docx'],
])('%s', (by, userName, known) => {
  test.each([
    '../../../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '..\\..\\control.key',
    '/etc/passwd',
    'C:\\Windows\\win.ini',
    '\\\\server\\share\\a.docx',
    'file:///etc/passwd',
    'http://[::1]/a.pdf',
    `./${known}`,
    `/${known}`,
    `x/../${known}`,
    `${known}\u0000`,
    `${known}/`,
    `${known.replace('/', '//')} `,
    known.toUpperCase(),
  ])('%j does not exist', async (name) => {
    const { status, body } = await get(userName, `downloadfile/${by}/?filename=${encodeURIComponent(name)}`)
    expect([status, body.result]).toEqual([404, null])
  })

  test.each(['', '?filename=', '?filename=a&filename=b'])('%j is refused', async (query) => {
    const { status, body } = await get(userName, `downloadfile/${by}/${query}`)
    expect([status, Object.keys(body.modelState)]).toEqual([400, ['filename']])
  })
})
