import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '#core/documents/server/demo/test-pdf.ts'
import { portsOn } from '../../../app/server/areas.ts'
import { testPlatform } from '../../../app/server/test-platform.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import type { Payslip } from '../contract.ts'
import { payslips } from './index.ts'

const list = '/api/lonespec/kontek/getspeclist'
const download = '/api/lonespec/kontek/downloadspec/'
let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const listOf = async (userName: string): Promise<Payslip[]> => (await portal.send(userName, 'GET', list)).body.result
const open = (userName: string, id: unknown) => portal.send(userName, 'GET', `${download}?salaryPeriodId=${String(id)}`)
const openings = async () => {
  const { rows } = await sql<{ userName: string; payslipId: number; at: Date }>`
    select e.user_name as "userName", o.payslip_id as "payslipId", o.opened_at as at
    from payslip_openings o join employees e on e.id = o.employee_id order by opened_at`.execute(portal.db)
  return rows
}

test('the demo has the last eight months of everybody whose payroll system is Kontek, newest first', async () => {
  const mine = await listOf('anna')
  expect(mine.map(({ salaryPeriodName }) => salaryPeriodName)).toEqual([
    'Oktober 2026',
    'September 2026',
    'Augusti 2026',
    'Juli 2026',
    'Juni 2026',
    'Maj 2026',
    'April 2026',
    'Mars 2026',
  ])
  expect(mine[0]).toEqual({
    salaryPeriodId: expect.any(Number),
    salaryPeriodName: 'Oktober 2026',
    salaryPeriodPaymentDate: '2026-10-23',
  })
  for (const userName of ['cecilia', 'david', 'nermin']) expect(await listOf(userName)).toHaveLength(8)
})

test('the demo is made once', async () => {
  const before = await listOf('anna')
  const platform = await testPlatform(portal)
  await payslips.demo?.(platform, '2027-03-28', portsOn(portal.db, platform.variants))
  expect(await listOf('anna')).toEqual(before)
})

test('a payslip is a PDF with its owner’s name, and each opening is recorded', async () => {
  const [first] = await listOf('anna')
  const before = (await openings()).length
  for (let times = 0; times < 2; times++) {
    const { status, body } = await open('anna', first?.salaryPeriodId)
    expect([status, body.result.salaryPeriodName]).toEqual([200, 'Oktober 2026'])
    const { text } = readPdf(Buffer.from(body.result.pdfStr, 'base64'))
    expect(text.split('\n')).toEqual(expect.arrayContaining(['Anna Lindgren', '31104']))
  }
  const noted = (await openings()).slice(before)
  expect(noted).toEqual(
    [1, 2].map(() => ({ userName: 'anna', payslipId: first?.salaryPeriodId, at: portal.clock.now })),
  )
})

test('another employee’s payslip and an absent one give the same answer, and neither is recorded', async () => {
  const before = await openings()
  const colleague = (await listOf('cecilia'))[0]?.salaryPeriodId
  await sql`
    insert into payslips (employee_id, period, period_key, payment_date, sealed, created_at)
    select id, 'x', 'x', '2026-01-01', 'x', now() from employees where user_name = 'gunilla'`.execute(portal.db)
  const { rows } = await sql<{ id: number }>`select max(id) as id from payslips`.execute(portal.db)
  const { rows: people } = await sql<{ number: string }>`
    select number from employees where user_name in ('cecilia', 'gunilla')`.execute(portal.db)
  const answers = []
  for (const id of [colleague, rows[0]?.id, 0, 999_999_999, 999_999_999_999_999, ...people.map((one) => one.number)]) {
    const { status, body } = await open('anna', id)
    answers.push([status, body.result, body.errorMessage, body.modelState])
  }
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(answers[0]?.slice(0, 2)).toEqual([404, null])
  expect(await openings()).toEqual(before)
})

test('the list is the employee’s own, whoever the address names', async () => {
  const mine = await listOf('anna')
  const { rows } = await sql<{ id: string; number: string }>`
    select id, number from employees where user_name in ('cecilia', 'gunilla')`.execute(portal.db)
  for (const other of [...rows.flatMap(({ id, number }) => [id, number]), 'cecilia']) {
    for (const name of ['id', 'employeeId', 'anstid', 'userName', 'company']) {
      expect((await portal.send('anna', 'GET', `${list}?${name}=${other}`)).body.result).toEqual(mine)
      const url = `${download}?salaryPeriodId=${mine[0]?.salaryPeriodId}&${name}=${other}`
      const { pdfStr } = (await portal.send('anna', 'GET', url)).body.result
      expect(readPdf(Buffer.from(pdfStr, 'base64')).text).toContain('Anna Lindgren')
    }
  }
})

test.each(['', '?salaryPeriodId=', '?salaryPeriodId=x', '?salaryPeriodId=-1', '?salaryPeriodId=1&salaryPeriodId=2'])(
  'refuses %j',
  async (query) => {
    const { status, body } = await portal.send('anna', 'GET', `${download}${query}`)
    expect([status, Object.keys(body.modelState)]).toEqual([400, ['salaryPeriodId']])
  },
)

test.each(['bertil', 'gunilla', 'ida', 'jonas'])(
  '%s, who has another payroll system, gets neither list nor file',
  async (who) => {
    const [first] = await listOf('anna')
    expect((await portal.send(who, 'GET', list)).status).toBe(403)
    expect((await open(who, first?.salaryPeriodId)).status).toBe(403)
  },
)

test('another payroll system’s name opens nothing', async () => {
  await sql`
    update employee_claims set value = 'Hogia' where type = 'LonSystem'
      and employee_id = (select id from employees where user_name = 'yusuf')`.execute(portal.db)
  expect((await portal.send('yusuf', 'GET', list)).status).toBe(403)
})

test('neither answer is cached', async () => {
  const authorization = `Bearer ${await portal.token('anna')}`
  const [first] = await listOf('anna')
  for (const url of [list, `${download}?salaryPeriodId=${first?.salaryPeriodId}`, `${download}?salaryPeriodId=0`]) {
    const answered = await portal.app.inject({ method: 'GET', url, headers: { host: 'localhost', authorization } })
    expect(answered.headers['cache-control']).toBe('no-store')
  }
})

test('nothing of a payslip is unencrypted in the database, and one moved to another row does not open', async () => {
  const { rows } = await sql<{ sealed: Uint8Array }>`
    select sealed from payslips where employee_id = (select id from employees where user_name = 'anna')`.execute(
    portal.db,
  )
  for (const { sealed } of rows) {
    const stored = Buffer.from(sealed).toString('latin1')
    for (const clear of ['%PDF-', 'Anna', 'Lindgren', 'Helvetica']) expect(stored).not.toContain(clear)
  }
  const [hers] = await listOf('cecilia')
  await sql`
    update payslips set sealed = (select sealed from payslips where id = ${(await listOf('anna'))[0]?.salaryPeriodId})
    where id = ${hers?.salaryPeriodId}`.execute(portal.db)
  const before = await openings()
  expect((await open('cecilia', hers?.salaryPeriodId)).status).toBe(500)
  expect(await openings()).toEqual(before)
})

test('the log reveals neither whose payslips nor what', () => {
  const text = portal.logged.join('')
  for (const personal of ['anna', 'Anna', 'cecilia', 'salaryPeriodId', 'Oktober']) expect(text).not.toContain(personal)
})
