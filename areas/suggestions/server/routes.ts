import { actingIn } from '#core/cases/server/change.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Reply } from '#core/cases/messages.ts'
import { enteredBy, recordEntered, type Reporter, reporterFor } from '#core/cases/server/on-behalf.ts'
import { messagesOf } from '#core/cases/server/messages-of.ts'
import { answersSeen } from '#core/cases/server/own-answers.ts'
import { openCase, replyToCase } from '#core/cases/server/reporter.ts'
import { caseRoutes } from '#core/cases/server/routes.ts'
import { claimValues } from '#platform/contract/claims.ts'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import type { AllWritten } from '#platform/server/db/rows.ts'
import { answer } from '#platform/server/http/answer.ts'
import { notFound, refused } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import { addSuggestion, getSuggestions, replyToOffice } from '../calls.ts'
import { addSuggestionFor, suggestionCases } from '../cases.ts'
import { NewSuggestion, noCompany, Suggestion, SuggestionsQuery } from '../contract.ts'
import { SuggestionEntered, SuggestionFor } from '../office-contract.ts'
import { PAGE_SIZE, spokenNumber } from '../rules.ts'
import { suggestionQueue } from './queue.ts'
import { addressedTo, ownSuggestion, saveSuggestion, suggestionsFor, type StoredSuggestion } from './store.ts'

export function suggestionRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock, variants } = platform
  const acting = actingIn(platform)
  const onWire = async (
    { id: reader, company }: RequestScope,
    stored: readonly StoredSuggestion[],
  ): Promise<Suggestion[]> => {
    const timeZone = variants.timeZoneOf(company)
    const own = stored.filter(({ isOwn }) => isOwn)
    const ids = own.map(({ id }) => id)
    const seen = await answersSeen(db, suggestionCases, reader, ids.map(String))
    // The employee's own suggestion may be addressed to any company, and its case is in that company.
    const written = await Promise.all(
      [...new Set(own.map(({ company: addressed }) => addressed))].map((addressed) =>
        messagesOf(db, suggestionCases.kind, { company: addressed, timeZone }, ids),
      ),
    )
    return stored.map(({ createdAt, isOwn: _isOwn, company: _company, entering, ...rest }) => {
      const known = seen.get(String(rest.id))
      const meddelanden = written.flatMap((messages) => messages.get(rest.id) ?? [])
      const inskrivetAv = enteredBy(entering)
      return {
        ...rest,
        datumForslag: wallClockIn(timeZone, createdAt),
        ...(known && { eget: { nummer: known.number, meddelanden, inskrivetAv, svar: known.key } }),
      }
    })
  }

  answer(
    app,
    getSuggestions,
    { query: SuggestionsQuery, answer: z.array(Suggestion) },
    async ({ employee, query: { page = 0 } }) => {
      return onWire(employee, await suggestionsFor(db, employee, { page, size: PAGE_SIZE }))
    },
  )

  /** Stores a suggestion, with its case in the company that it is addressed to. */
  async function suggest(tx: Database, author: Reporter, written: NewSuggestion, at: Date) {
    const { Bolag: company } = written
    const { id, number } = await saveSuggestion(tx, author.id, written, at)
    const opened = {
      company,
      id,
      number: spokenNumber(number),
      // The area is one of the addressed company, and an employee of another company is in none of its areas.
      area: author.company === company ? author.area : null,
      category: null,
      about: String(id),
      reporterId: author.id,
    }
    await openCase(tx, suggestionQueue, opened, { at, timeZone: variants.timeZoneOf(company) })
    return { opened, number }
  }

  const checked = (typed: NewSuggestion): NewSuggestion => {
    if (!variants.companies.has(typed.Bolag)) throw refused({ Bolag: [noCompany] })
    return { ...typed, Rubrik: typed.Rubrik.trim(), Beskrivning: typed.Beskrivning.trim() }
  }

  answer(app, addSuggestion, { body: NewSuggestion, answer: Suggestion }, async (ask) => {
    const { employee, body } = ask
    const now = clock()
    const written = checked(body)
    const { id } = await once(db, ask, now, async (tx) => {
      const area = claimValues(employee.claims, 'IntraCompanyArea')[0] ?? null
      const { opened } = await suggest(tx, { id: employee.id, company: employee.company, area }, written, now)
      return { id: opened.id }
    })
    const stored = await ownSuggestion(db, employee.id, id)
    if (!stored) throw notFound()
    const [shown] = await onWire(employee, [stored])
    if (!shown) throw notFound()
    return shown
  })

  answer(app, addSuggestionFor, { body: SuggestionFor, answer: SuggestionEntered }, async (ask) => {
    const { employee, body } = ask
    const { reporterId, way, Rubrik, Bolag, Beskrivning, ...unwritten } = body
    unwritten satisfies AllWritten
    const now = clock()
    const written = checked({ Rubrik, Bolag, Beskrivning })
    const { number } = await once(db, ask, now, async (tx) => {
      const author = await reporterFor(tx, suggestionCases, ask, { reporterId, category: null })
      const stored = await suggest(tx, author, written, now)
      await recordEntered(tx, suggestionQueue, acting(ask, now), stored.opened, way)
      return { number: stored.number }
    })
    return { number: spokenNumber(number), here: written.Bolag === employee.company }
  })

  answer(app, replyToOffice, { body: Reply, answer: z.literal(true) }, (ask) => {
    const { employee, body } = ask
    const now = clock()
    return once(db, ask, now, async (tx) => {
      const company = await addressedTo(tx, employee.id, body.number)
      if (company === null) throw notFound()
      const when = { at: now, timeZone: variants.timeZoneOf(company) }
      await replyToCase(tx, suggestionQueue, { id: employee.id, company }, body, when)
      return true as const
    })
  })

  caseRoutes(app, platform, suggestionQueue)
}
