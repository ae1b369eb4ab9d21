import { sql } from 'kysely'
import type { TestPortal } from '../../../app/server/test-portal.ts'

export const today = '2026-11-21'

/** How a test gives roles, asks for them and lets time pass. */
export function roleCalls(portal: () => TestPortal) {
  const numberOf = async (userName: string) =>
    (await sql<{ number: string }>`select number from employees where user_name = ${userName}`.execute(portal().db))
      .rows[0]!.number
  return {
    numberOf,
    /** Rights are read again after 30 seconds. */
    later: () => {
      portal().clock.now = new Date(portal().clock.now.getTime() + 31_000)
    },
    give: async (by: string, to: string, body: object) =>
      portal().send(by, 'POST', '/api/kontor/roller', { body: { anstid: await numberOf(to), fran: today, ...body } }),
    /** The roles that count now, or the status with which the question is refused. */
    own: async (userName: string) => {
      const { status, body } = await portal().send(userName, 'GET', '/api/kontor/minaroller')
      return status === 200 ? body.result.map(({ roll }: { roll: string }) => roll) : status
    },
  }
}
