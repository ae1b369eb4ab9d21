import { sql } from 'kysely'
import type { TestPortal } from '../../../app/server/test-portal.ts'

export const today = '2026-11-21'

/** Calls with which tests give roles and ask for them, and functions that let time pass. */
export function roleCalls(portal: () => TestPortal) {
  const numberOf = async (userName: string) =>
    (await sql<{ number: string }>`select number from employees where user_name = ${userName}`.execute(portal().db))
      .rows[0]!.number
  return {
    numberOf,
    /** Lets 31 seconds pass, since rights are read again after 30. */
    later: () => {
      portal().clock.now = new Date(portal().clock.now.getTime() + 31_000)
    },
    give: async (by: string, to: string, body: object) =>
      portal().send(by, 'POST', '/api/kontor/roller', { body: { anstid: await numberOf(to), fran: today, ...body } }),
    /** The roles that an employee has now, or the status with which the request is refused. */
    own: async (userName: string) => {
      const { status, body } = await portal().send(userName, 'GET', '/api/kontor/minaroller')
      return status === 200 ? body.result.map(({ roll }: { roll: string }) => roll) : status
    },
  }
}
