import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { Platform } from '#platform/server/area.ts'
import { documentAddress } from '#core/documents/server/store.ts'
import { answer } from '#platform/server/http/answer.ts'
import { Refusal, refused } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import { dayOf, onShelf } from '#core/documents/server/shelves/store.ts'
import { getCertificates, getEvaluation, sendEvaluation } from '../calls.ts'
import { Certificate, NewEvaluation } from '../contract.ts'
import { alreadyEvaluated, evaluationWindow, notAttended, notInWindow } from '../rules.ts'
import { certificateShelf } from './shelf.ts'
import { attendanceOn, hasAttended, saveEvaluation } from './store.ts'

export function trainingRoutes(app: FastifyInstance, { db, clock, variants }: Platform): void {
  const windowIn = (company: string, now: Date) => evaluationWindow(dateIn(variants.timeZoneOf(company), now))

  answer(app, getCertificates, { answer: z.array(Certificate) }, async ({ employee: { id, company } }) => {
    const found = await onShelf(db, { company, shelf: certificateShelf.name, reach: 'employee', places: [id] })
    return found
      .toSorted((a, b) => b.dated.getTime() - a.dated.getTime())
      .map((document) => ({
        linkFilename: document.fileName,
        url: documentAddress(document.documentId, document.fileName),
        size: document.size,
        date: dayOf(document, variants.timeZoneOf(company)),
      }))
  })

  answer(app, getEvaluation, { answer: z.boolean() }, ({ employee: { id, company } }) =>
    hasAttended(db, id, windowIn(company, clock())),
  )

  answer(app, sendEvaluation, { body: NewEvaluation, answer: z.boolean() }, (ask) => {
    const now = clock()
    return once(db, ask, now, async (tx) => {
      const { employee, body } = ask
      const window = windowIn(employee.company, now)
      const attendance = await attendanceOn(tx, employee.id, window, body.datum)
      if (!attendance) throw new Refusal(400, notAttended)
      if (body.datum < window.from || body.datum > window.to) throw refused({ datum: [notInWindow] })
      const stored = await saveEvaluation(tx, employee, attendance, body, now)
      if (!stored) throw refused({ datum: [alreadyEvaluated] })
      return true
    })
  })
}
