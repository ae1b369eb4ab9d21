import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { audit } from '#core/audit/server/audit.ts'
import { actingRole, reach } from '#core/people/server/roles/reach.ts'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import type { Measure } from '#platform/server/metrics.ts'
import { getWorkshopState, sendWorkshopAgain } from '../../office-calls.ts'
import { SendAgain, WorkshopState } from '../../office-workshop-contract.ts'
import { lateFor, sendAgain, undelivered } from './outbox.ts'
import { receivingCompanies } from './settings.ts'

/** Shows the office how many messages the workshop's system has not accepted, and sends them again. */
export function workshopOfficeRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock, variants } = platform
  const receiving = receivingCompanies(platform)

  answer(app, getWorkshopState, { answer: z.nullable(WorkshopState) }, async ({ employee }) => {
    if (!receiving.includes(employee.company)) return null
    const late = await lateFor(db, reach(employee, 'faults.see'))
    const timeZone = variants.timeZoneOf(employee.company)
    if (!late) return null
    const maySendAgain = reach(employee, 'faults.handle').scopes.length > 0
    return { ...late, since: late.since && wallClockIn(timeZone, late.since), maySendAgain }
  })

  answer(app, sendWorkshopAgain, { body: SendAgain, answer: z.int() }, ({ employee, request }) =>
    db.transaction().execute(async (tx) => {
      const now = clock()
      const again = await sendAgain(tx, reach(employee, 'faults.handle'), now)
      await audit(tx, {
        company: employee.company,
        at: now,
        by: { employeeId: employee.id, role: actingRole(employee, 'faults.handle'), request },
        what: 'webhook.again',
        object: { kind: 'case.fel', id: '*' },
        after: { rows: again },
      })
      return again
    }),
  )
}

/** Undelivered messages, for the operator: in /readyz, and as numbers for monitoring. */
export async function workshopTroubles(platform: Platform): Promise<readonly string[]> {
  const late = await undelivered(platform.db, receivingCompanies(platform))
  return late.flatMap(({ company, since, waiting, givenUp }) => [
    ...(since ? [`${company}: ${waiting} webhooks wait since ${since.toISOString()}`] : []),
    ...(givenUp > 0 ? [`${company}: ${givenUp} webhooks given up`] : []),
  ])
}

export function workshopMeasures(platform: Platform): Measure[] {
  const { db, reads = db } = platform
  const receiving = receivingCompanies(platform)
  return [
    {
      name: 'linjen_webhooks_waiting',
      help: 'Messages to a workshop’s system that it has not taken yet',
      read: async () =>
        (await undelivered(reads, receiving)).map(({ company, waiting }) => ({ company, value: waiting })),
    },
    {
      name: 'linjen_webhooks_given_up',
      help: 'Messages that it has not taken for so long that they are no longer sent',
      read: async () =>
        (await undelivered(reads, receiving)).map(({ company, givenUp }) => ({ company, value: givenUp })),
    },
  ]
}
