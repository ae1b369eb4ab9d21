import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { ModelState } from '#platform/contract/call.ts'
import { claimValues } from '#platform/contract/claims.ts'
import { dateIn } from '#platform/contract/wall-clock.ts'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { refused } from '#platform/server/http/errors.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import { getAnswered, getSurvey, sendSurvey } from '../calls.ts'
import { type Filled, schemaOf } from '../contract/form.ts'
import { formOf } from '../contract/forms/forms.ts'
import { type ContentType, SurveyAnswers, SurveyStatus } from '../contract/status.ts'
import { alreadySent, contentTypeOf, isOpen, thanks } from '../rules.ts'
import { keyFolder } from './key-folder.ts'
import { currentSurvey, hasAnswered, headOf, saveAnswer } from './store.ts'

export function surveyRoutes(app: FastifyInstance, { db, clock, config, variants }: Platform): void {
  const todayOf = ({ company }: Employee) => dateIn(variants.timeZoneOf(company), clock())

  answer(app, getSurvey, { answer: z.array(SurveyStatus) }, async ({ employee }) => {
    const { company } = employee
    const today = todayOf(employee)
    const [survey, head] = await Promise.all([currentSurvey(db, company, today), headOf(db, company)])
    return [
      {
        datum: survey !== null && isOpen(survey, today),
        contenttype: formFor(employee),
        year: survey?.year ?? null,
        opens: survey?.opens ?? null,
        closes: survey?.closes ?? null,
        head,
      },
    ]
  })

  answer(app, getAnswered, { answer: z.boolean() }, async ({ employee }) => {
    const survey = await currentSurvey(db, employee.company, todayOf(employee))
    return survey !== null && (await hasAnswered(db, employee.id, survey.year))
  })

  answer(app, sendSurvey, { body: SurveyAnswers, answer: z.string() }, async ({ employee, body }) => {
    const today = todayOf(employee)
    const survey = await currentSurvey(db, employee.company, today)
    if (!survey || !isOpen(survey, today)) throw refused({ '': ['Medarbetarundersökningen är inte öppen.'] })
    const form = formFor(employee)
    const answers = filled(form, survey.year, body)
    const area = claimValues(employee.claims, 'IntraCompanyArea')[0] ?? null
    const { id, company } = employee
    const keys = await keyFolder(db, config.dataDir)
    const given = { year: survey.year, form, company, area, answers, old: false }
    return (await saveAnswer(db, keys, id, given)) ? thanks : alreadySent
  })
}

const formFor = ({ claims }: Employee): ContentType => contentTypeOf(claimValues(claims, 'IntraPosition'))

/** The answers, checked against the form of this employee. */
function filled(contenttype: ContentType, year: number, body: SurveyAnswers): Filled {
  const checked = z.safeParse(schemaOf(formOf(contenttype, year)), body)
  if (checked.success) return checked.data
  throw refused(modelStateOf(checked.error))
}

function modelStateOf({ issues }: z.core.$ZodError): ModelState {
  const state = new Map<string, string[]>()
  for (const issue of issues) {
    const unknown = issue.code === 'unrecognized_keys'
    const fields = unknown ? issue.keys : [String(issue.path[0] ?? '')]
    for (const field of fields) state.set(field, [unknown ? 'Okänt fält' : issue.message])
  }
  // From entries instead of assignments: a field may be called '__proto__'.
  return Object.fromEntries(state)
}
