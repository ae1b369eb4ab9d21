// With two years of payslips of ten employees or ten thousand, an employee's list and file cost the same.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effort, tried } from '../../../checks/effort.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'

const employees = effort({ sample: 200, full: 10_000 })
const rounds = 60
let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

/**
 * Milliseconds of processor time of the cheapest of many requests for a list and for a file. The minimum leaves out other load on the
 * machine.
 */
async function cost(): Promise<{ list: number; file: number }> {
  const authorization = `Bearer ${await portal.token('anna')}`
  const get = (url: string) => portal.app.inject({ method: 'GET', url, headers: { host: 'localhost', authorization } })
  const list = '/api/lonespec/kontek/getspeclist'
  const [first] = (await get(list)).json().result
  const file = `/api/lonespec/kontek/downloadspec/?salaryPeriodId=${first.salaryPeriodId}`
  const cheapest = async (url: string) => {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const begun = process.cpuUsage()
      expect((await get(url)).statusCode).toBe(200)
      const { user, system } = process.cpuUsage(begun)
      times.push((user + system) / 1000)
    }
    return Math.min(...times)
  }
  return { list: await cheapest(list), file: await cheapest(file) }
}

test(
  'as fast with many as with few',
  async (context) => {
    const few = await cost()
    await sql`
      with added as (
        insert into employees (company, number, user_name, first_name, last_name)
        select 'norr', 'P' || n, 'p' || n, 'Person', 'P' || n from generate_series(1, ${employees}::int) n returning id
      )
      insert into payslips (employee_id, period, period_key, payment_date, sealed, created_at)
      select id, m::text, m::text, date '2025-01-25' + m * 30, decode(repeat('5e', 2000), 'hex'), now()
      from added, generate_series(1, 24) m`.execute(portal.db)
    await sql`analyze payslips`.execute(portal.db)
    const many = await cost()
    tried(context, employees * 24)
    // A search through all of them would cost a hundred times as much.
    expect(many.list).toBeLessThan(few.list * 3 + 1)
    expect(many.file).toBeLessThan(few.file * 3 + 1)
  },
  effort({ sample: 60_000, full: 600_000 }),
)
