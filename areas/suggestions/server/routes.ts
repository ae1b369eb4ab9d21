import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { notFound, refused } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import { addSuggestion, getSuggestions } from '../calls.ts'
import { NewSuggestion, noCompany, Suggestion, SuggestionsQuery } from '../contract.ts'
import { PAGE_SIZE } from '../rules.ts'
import { ownSuggestion, saveSuggestion, suggestionsFor, type StoredSuggestion } from './store.ts'

export function suggestionRoutes(app: FastifyInstance, { db, clock, variants }: Platform): void {
  const onWire = ({ createdAt, ...rest }: StoredSuggestion, company: string): Suggestion => ({
    ...rest,
    datumForslag: wallClockIn(variants.timeZoneOf(company), createdAt),
  })

  answer(
    app,
    getSuggestions,
    { query: SuggestionsQuery, answer: z.array(Suggestion) },
    async ({ employee, query: { page = 0 } }) => {
      const stored = await suggestionsFor(db, employee, { page, size: PAGE_SIZE })
      return stored.map((suggestion) => onWire(suggestion, employee.company))
    },
  )

  answer(app, addSuggestion, { body: NewSuggestion, answer: Suggestion }, async (ask) => {
    const { employee, body } = ask
    const now = clock()
    const typed = { ...body, Rubrik: body.Rubrik.trim(), Beskrivning: body.Beskrivning.trim() }
    if (!variants.companies.has(typed.Bolag)) throw refused({ Bolag: [noCompany] })
    const { id } = await once(db, ask, now, async (tx) => ({ id: await saveSuggestion(tx, employee.id, typed, now) }))
    const stored = await ownSuggestion(db, employee.id, id)
    if (!stored) throw notFound()
    return onWire(stored, employee.company)
  })
}
