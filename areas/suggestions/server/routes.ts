import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { refused } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import { addSuggestion, getSuggestions } from '../calls.ts'
import { NewSuggestion, Suggestion, SuggestionsQuery } from '../contract.ts'
import { PAGE_SIZE } from '../rules.ts'
import { saveSuggestion, suggestionsFor } from './store.ts'

export function suggestionRoutes(app: FastifyInstance, { db, clock, variants }: Platform): void {
  answer(
    app,
    getSuggestions,
    { query: SuggestionsQuery, answer: z.array(Suggestion) },
    async ({ employee, query: { page = 0 } }) => {
      const zone = variants.timeZoneOf(employee.company)
      const stored = await suggestionsFor(db, employee, { page, size: PAGE_SIZE })
      return stored.map(({ createdAt, ...rest }) => ({ ...rest, datumForslag: wallClockIn(zone, createdAt) }))
    },
  )

  answer(app, addSuggestion, { body: NewSuggestion, answer: Suggestion }, async (ask) => {
    const { employee, body } = ask
    const now = clock()
    const typed = { ...body, Rubrik: body.Rubrik.trim(), Beskrivning: body.Beskrivning.trim() }
    if (!variants.companies.has(typed.Bolag)) throw refused({ Bolag: ['Bolag måste väljas'] })
    return once(db, ask, now, async (tx) => {
      const id = await saveSuggestion(tx, employee.id, typed, now)
      return {
        id,
        rubrik: typed.Rubrik,
        datumForslag: wallClockIn(variants.timeZoneOf(employee.company), now),
        status: 'Nytt' as const,
        skapadAv: `${employee.firstName} ${employee.lastName}`,
        beskrivning: typed.Beskrivning,
        kommentarer: '',
        atgarder: '',
      }
    })
  })
}
