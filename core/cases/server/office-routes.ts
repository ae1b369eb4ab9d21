import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { passes } from '#platform/contract/claims.ts'
import type { Platform } from '#platform/server/area.ts'
import { answer, type Ask } from '#platform/server/http/answer.ts'
import { Refusal, sentenceOf } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import { countsHere } from '#platform/server/http/write-limit.ts'
import { getTemplates, saveTemplate, searchCases as searchCall } from '../office-calls.ts'
import { CaseSearch, FoundCases } from '../search.ts'
import { SaveTemplate, Templates } from '../templates.ts'
import { actingIn } from './change.ts'
import { queuesOf } from './queues.ts'
import { searchCases } from './search.ts'
import { changeTemplate, templatesIn } from './templates.ts'

/** The calls about all queues together. */
export function officeRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock } = platform
  const acting = actingIn(platform)
  const switchedOn = ({ employee, variant }: Pick<Ask<unknown, unknown>, 'employee' | 'variant'>) =>
    queuesOf(platform).filter(({ calls }) => {
      const { feature } = calls.gate
      return feature === undefined || passes({ feature }, employee.claims, variant.switchedOff)
    })

  const count = countsHere()
  // A replica may be some seconds behind: a case that has just come is then found a little later.
  const reading = platform.reads ?? db
  answer(app, searchCall, { query: CaseSearch, answer: FoundCases }, (ask) => {
    const { employee, variant } = ask
    if (count(employee.id) > platform.config.writesPerMinute) throw new Refusal(429, sentenceOf(429))
    const open = queuesOf(platform).filter(({ calls }) => passes(calls.gate, employee.claims, variant.switchedOff))
    return searchCases(reading, open, acting(ask), ask.query.q)
  })

  answer(app, getTemplates, { answer: Templates }, (ask) => templatesIn(db, switchedOn(ask), acting(ask)))
  answer(app, saveTemplate, { body: SaveTemplate, answer: z.literal(true) }, (ask) =>
    once(db, ask, clock(), async (tx) => {
      await changeTemplate(tx, switchedOn(ask), acting(ask), ask.body)
      return true as const
    }),
  )
}
