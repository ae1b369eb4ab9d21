import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Image, ImageQuery } from '#core/pictures/contract.ts'
import { letOthersIn } from '#platform/server/slices.ts'
import type { Call } from '#platform/contract/call.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import type { AllWritten } from '#platform/server/db/rows.ts'
import { answer, type Ask } from '#platform/server/http/answer.ts'
import { notFound, Refusal, refused } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import { Answer, Assign, Bulk, BulkResults, Fill, Mark, Merge, Note, Reveal } from '../acts.ts'
import {
  Case,
  CaseList,
  CasePdf,
  CaseQuery,
  CellPiece,
  CellQuery,
  Choosable,
  Counts,
  Handlers,
  MaybeCase,
  NextStates,
  OneCase,
  PdfQuery,
  TablePiece,
  TableQuery,
} from '../contract.ts'
import { noneChosen } from '../failures.ts'
import { MOST_IN_WORKBOOK } from '../rules.ts'
import { OneView, SavedViews, SaveView } from '../saved-views.ts'
import { PersonQuery, Persons } from '#core/people/persons.ts'
import { HidePicture, HideText, Original, OriginalQuery, ShowAgain } from '../redaction.ts'
import { answerCase, assignCase, markCase, mergeCase, noteCase } from './acts.ts'
import { type Acting, actingIn } from './change.ts'
import { personsFor } from './on-behalf.ts'
import { originalOf } from './originals.ts'
import { hidePicture, hideText, redactedPicture } from './redact.ts'
import { fillForm } from './fill.ts'
import { revealReporter } from './hidden-reporter.ts'
import { handlersOf, peopleOf } from './handlers.ts'
import { choosableCases, countCases, listCases } from './list.ts'
import { auditOpening, oneCase, whichCase } from './one-case.ts'
import { printCase } from './print.ts'
import type { Queue } from './queue.ts'
import { recordChangeElsewhere } from './reporter.ts'
import { showAgain, storedAgain } from './show-again.ts'
import { registerQueue } from './queues.ts'
import { cellPiece, tablePiece } from './table.ts'
import { stateTexts, textFor } from './templates-for.ts'
import { refuseUnknownIn } from './templates.ts'
import { removeView, savedViews, saveView } from './views.ts'

/** The calls of one queue. */
export function caseRoutes(app: FastifyInstance, platform: Platform, queue: Queue): void {
  const { db, reads = db, clock } = platform
  const { calls } = queue
  registerQueue(platform, queue)
  const acting = actingIn(platform)
  const done = { answer: z.literal(true) }
  /** Makes a change in one transaction, and only once for the request's idempotency key. */
  const changed = (ask: Ask<unknown, unknown>, change: (tx: Database) => Promise<void>) =>
    once(db, ask, clock(), async (tx) => {
      await change(tx)
      return true as const
    })
  /** Registers a call whose only work is such a change. */
  const act = <Body>(
    call: Call<true, undefined, Body>,
    body: z.ZodMiniType<Body>,
    change: (tx: Database, queue: Queue, asking: Acting, body: Body) => Promise<void>,
  ) => answer(app, call, { ...done, body }, (ask) => changed(ask, (tx) => change(tx, queue, acting(ask), ask.body)))

  answer(app, calls.list, { query: CaseQuery, answer: CaseList }, (ask) => listCases(db, queue, acting(ask), ask.query))
  answer(app, calls.counts, { answer: Counts }, (ask) => countCases(db, queue, acting(ask)))
  // In a transaction of its own: the recorded change stays when the decision is refused because of it.
  const upToDate = async (asking: Acting, number: string) => {
    if (!queue.changedElsewhere) return
    const { id } = await whichCase(db, queue, asking, { number })
    await recordChangeElsewhere(db, queue, { company: asking.employee.company, id, at: asking.now })
  }
  answer(app, calls.one, { query: OneCase, answer: Case }, async (ask) => {
    await upToDate(acting(ask), ask.query.nummer)
    return oneCase(db, queue, acting(ask), ask.query.nummer)
  })
  answer(app, calls.pdf, { query: PdfQuery, answer: CasePdf }, (ask) =>
    printCase(platform, queue, acting(ask), ask.query),
  )
  answer(app, calls.table, { query: TableQuery, answer: TablePiece }, (ask) =>
    tablePiece({ db, reads }, queue, acting(ask), ask.query),
  )
  answer(app, calls.cells, { query: CellQuery, answer: CellPiece }, (ask) =>
    cellPiece({ db, reads }, queue, acting(ask), ask.query, MOST_IN_WORKBOOK),
  )
  answer(app, calls.choosable, { query: CaseQuery, answer: Choosable }, (ask) =>
    choosableCases(db, queue, acting(ask), ask.query),
  )
  answer(app, calls.states, { answer: NextStates }, (ask) => stateTexts(db, queue, ask.employee.company))
  answer(app, calls.handlers, { query: MaybeCase, answer: Handlers }, async (ask) => {
    const asking = acting(ask)
    const { nummer: number } = ask.query
    return handlersOf(db, queue, asking, number === undefined ? null : await whichCase(db, queue, asking, { number }))
  })
  answer(app, calls.views, { answer: SavedViews }, (ask) => savedViews(db, queue, acting(ask)))
  answer(app, calls.saveView, { body: SaveView, answer: z.int() }, (ask) =>
    once(db, ask, clock(), (tx) => saveView(tx, queue, acting(ask), ask.body)),
  )
  act(calls.removeView, OneView, removeView)
  if (calls.rights.reporter !== null) act(calls.reveal, Reveal, revealReporter)
  if (calls.rights.reporters.length > 0)
    answer(app, calls.persons, { query: PersonQuery, answer: Persons }, (ask) =>
      personsFor(db, calls, ask, ask.query.sok),
    )
  const { pictures } = queue
  if (pictures)
    answer(app, calls.picture, { query: ImageQuery, answer: Image }, async (ask) => {
      const id = await pictures.caseOf(db, ask.employee.company, ask.query.name)
      if (id === null) throw notFound()
      const found = await whichCase(db, queue, acting(ask), { id })
      const image = await pictures.read(platform, ask.query)
      if (!image) throw notFound()
      await auditOpening(db, queue, acting(ask), found)
      return image
    })

  act(calls.assign, Assign, assignCase)
  answer(app, calls.answer, { ...done, body: Answer }, async (ask) => {
    await upToDate(acting(ask), ask.body.number)
    return changed(ask, (tx) => answerCase(tx, queue, acting(ask), ask.body))
  })
  act(calls.note, Note, noteCase)
  if (queue.mark) act(calls.mark, Mark, markCase)
  if (queue.forms) {
    answer(app, calls.people, { query: OneCase, answer: Handlers }, async (ask) => {
      const asking = acting(ask)
      const { responsibleId } = await whichCase(db, queue, asking, { number: ask.query.nummer })
      return peopleOf(db, asking, responsibleId)
    })
    act(calls.fill, Fill, fillForm)
  }
  if (queue.texts) {
    act(calls.hideText, HideText, hideText)
    answer(app, calls.original, { query: OriginalQuery, answer: Original }, (ask) =>
      originalOf(db, queue, acting(ask), ask.query),
    )
    answer(app, calls.showAgain, { ...done, body: ShowAgain }, (ask) => {
      const asking = acting(ask)
      return storedAgain(platform, queue, asking, ask.body, (made) =>
        changed(ask, (tx) => showAgain(tx, queue, asking, ask.body, made)),
      )
    })
  }
  if (queue.texts && pictures)
    answer(app, calls.hidePicture, { ...done, body: HidePicture }, (ask) => {
      const asking = acting(ask)
      return redactedPicture(platform, queue, asking, ask.body, (made) =>
        changed(ask, (tx) => hidePicture(tx, queue, asking, ask.body, made)),
      )
    })
  if (queue.merges) act(calls.merge, Merge, mergeCase)

  // One transaction for each case, so that a refused one does not hinder the others. If the request is sent again with its key, after a
  // second tap or because the process ended in the middle, the changes that were made are not made again, and are answered as the first
  // time.
  answer(app, calls.bulk, { body: Bulk, answer: BulkResults }, async (ask) => {
    const { change, cases, numbers, ...unwritten } = ask.body
    unwritten satisfies AllWritten
    const chosen = new Map<string, number | null>(
      cases?.map(({ number, version = null }) => [number, version]) ?? numbers?.map((number) => [number, null]),
    )
    if (chosen.size === 0) throw refused({ cases: [noneChosen] })
    if (change.type === 'state') refuseUnknownIn(queue, 'change.text', change.text)
    const results: { number: string; why: string | null }[] = []
    const informed = new Set<string>()
    const changeOne = async (number: string, chosenAt: number | null): Promise<string | null> => {
      let said = ''
      let looked: number | null = null
      if (change.type === 'state') {
        // Before the transaction, because the queue may ask another area, on a connection of its own.
        const { id, version } = await whichCase(db, queue, acting(ask), { number })
        // Only the version that was looked at is changed.
        if (queue.heldBack) looked = version
        const why = (await queue.heldBack?.(db, ask.employee.company, id)) ?? null
        if (why !== null) return why
        said = await textFor(db, queue, acting(ask), { id, number, text: change.text })
      }
      return once(db, { ...ask, part: number }, clock(), async (tx) => {
        if (change.type === 'assign')
          await assignCase(tx, queue, acting(ask), { number, version: null, chosenAt, owner: change.owner })
        else
          await answerCase(tx, queue, acting(ask), {
            number,
            version: looked,
            chosenAt,
            state: change.state,
            text: said,
            asks: false,
            informed,
          })
        return null
      })
    }
    for (const [number, chosenAt] of chosen) {
      const why = await changeOne(number, chosenAt).catch(reasonOf)
      results.push({ number, why })
      if (why === null) informed.add(number)
      await letOthersIn()
    }
    return results
  })
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal)) throw error
  return Object.values(error.modelState ?? {}).flat()[0] ?? error.message
}
