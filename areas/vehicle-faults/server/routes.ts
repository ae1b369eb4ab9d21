import { actingIn } from '#core/cases/server/change.ts'
import { notListed } from '#core/vehicles/rules.ts'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Statistics } from '#platform/contract/statistics.ts'
import { Reply } from '#core/cases/messages.ts'
import { messagesOf } from '#core/cases/server/messages-of.ts'
import { enteredBy, recordEntered, type Reporter, reporterFor } from '#core/cases/server/on-behalf.ts'
import type { Queue } from '#core/cases/server/queue.ts'
import { openCase, replyToCase } from '#core/cases/server/reporter.ts'
import { caseRoutes } from '#core/cases/server/routes.ts'
import { Image, ImageQuery, ImageReference } from '#core/pictures/contract.ts'
import { type FoundPictures, reportPictures } from '#core/pictures/server/report-pictures.ts'
import { findVehicle } from '#core/vehicles/server/store.ts'
import { reach } from '#core/people/server/roles/reach.ts'
import { claimValues } from '#platform/contract/claims.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import type { AllWritten } from '#platform/server/db/rows.ts'
import { alsoFor, answer } from '#platform/server/http/answer.ts'
import { notFound, Refusal } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import {
  addFault,
  getActiveFaults,
  getFaultCategories,
  getFaultPicture,
  getLastMonth,
  getOwnFaults,
  replyToWorkshop,
  uploadFaultPicture,
} from '../calls.ts'
import {
  AddFault,
  FaultCategories,
  FaultReports,
  FaultReportsQuery,
  LastMonth,
  OwnFaultReports,
  OwnFaultReportsQuery,
  noCategory,
} from '../contract.ts'
import { addFaultFor, faultCases } from '../cases.ts'
import { AddFaultFor, Entered } from '../office-contract.ts'
import { PAGE_SIZE, spokenNumber } from '../rules.ts'
import { getFaultStatistics } from '../office-calls.ts'
import { faultPictures, maySeePicture } from './picture-store.ts'
import { faultStatistics, lastMonth } from './statistics.ts'
import { activeFaults, categoriesOf, ownFaults, saveFault } from './store.ts'

export function vehicleFaultRoutes(app: FastifyInstance, platform: Platform, queue: Queue): void {
  const { db, clock, variants, reads = db } = platform
  const acting = actingIn(platform)
  const photos = reportPictures(faultPictures, platform)

  answer(app, alsoFor(getFaultCategories, addFaultFor.gate), { answer: FaultCategories }, ({ employee }) =>
    categoriesOf(db, employee.company),
  )

  answer(
    app,
    alsoFor(getActiveFaults, addFaultFor.gate),
    { query: FaultReportsQuery, answer: FaultReports },
    async ({ employee: { company }, query: { vehicleNo, page = 0 } }) => {
      const vehicleId = await findVehicle(db, company, vehicleNo)
      if (vehicleId === null) throw notFound()
      const which = { company, vehicleId, timeZone: variants.timeZoneOf(company) }
      return (await activeFaults(db, which, { page, size: PAGE_SIZE })).map(withReadableNumber)
    },
  )

  answer(
    app,
    getOwnFaults,
    { query: OwnFaultReportsQuery, answer: OwnFaultReports },
    async ({ employee: { id, company }, query: { page = 0 } }) => {
      const whose = { employeeId: id, timeZone: variants.timeZoneOf(company) }
      const { items, hasMore } = await ownFaults(db, whose, { page, size: PAGE_SIZE })
      const ids = items.map(({ id: fault }) => fault)
      const messages = await messagesOf(db, faultCases.kind, { company, timeZone: whose.timeZone }, ids)
      return {
        items: items.map(({ entering, ...item }) => ({
          ...withReadableNumber(item),
          messages: (messages.get(item.id) ?? []).map((message) => ({
            ...message,
            afterSteps: item.steps.filter(({ instant }) => instant <= message.instant).length,
          })),
          enteredBy: enteredBy(entering),
        })),
        hasMore,
      }
    },
  )

  answer(app, getLastMonth, { answer: z.nullable(LastMonth) }, ({ employee: { company } }) =>
    lastMonth(db, company, clock(), variants.timeZoneOf(company)),
  )

  answer(app, getFaultStatistics, { answer: Statistics }, ({ employee }) =>
    faultStatistics(reads, reach(employee, 'statistics.faults'), clock(), variants.timeZoneOf(employee.company)),
  )

  answer(app, addFault, { body: AddFault, answer: z.boolean() }, async (ask) => {
    const { employee } = ask
    const { names, body } = withoutPictures(ask.body)
    const pictures = await photos.find(employee, names)
    const now = clock()
    const area = claimValues(employee.claims, 'IntraCompanyArea')[0] ?? null
    return once(db, { ...ask, body }, now, async (tx) => {
      const reporter = { id: employee.id, company: employee.company, area }
      await report(tx, { reporter, body, pictures, category: await categoryOf(tx, employee, body) }, now)
      return true
    })
  })

  answer(app, addFaultFor, { body: AddFaultFor, answer: Entered }, async (ask) => {
    const { employee } = ask
    const { names, body } = withoutPictures(ask.body)
    const pictures = await photos.find(employee, names)
    const now = clock()
    const { number } = await once(db, { ...ask, body }, now, async (tx) => {
      const { reporterId, way, faultCategoryNumber, vehicleNumber, text, ...unwritten } = body
      unwritten satisfies AllWritten
      const fault = { faultCategoryNumber, vehicleNumber, text }
      const category = await categoryOf(tx, employee, fault)
      const reporter = await reporterFor(tx, faultCases, ask, { reporterId, category })
      const stored = await report(tx, { reporter, body: fault, pictures, category }, now)
      const { area } = reporter
      await recordEntered(
        tx,
        queue,
        acting(ask, now),
        { ...stored, company: reporter.company, number: spokenNumber(stored.number), reporterId, area, category },
        way,
      )
      return { number: stored.number }
    })
    return { number: spokenNumber(number) }
  })

  /** Stores a report, with its case and its pictures. */
  async function report(tx: Database, { reporter, body, pictures, category }: NewFault, at: Date) {
    const { company } = reporter
    const vehicleId = await findVehicle(tx, company, body.vehicleNumber)
    if (vehicleId === null) throw absent('vehicleNumber', notListed)
    const { id, number } = await saveFault(tx, reporter, { ...body, vehicleId, text: body.text.trim() }, at)
    const opened = {
      company,
      id,
      number: spokenNumber(number),
      area: reporter.area,
      category,
      about: body.vehicleNumber,
      reporterId: reporter.id,
    }
    await openCase(tx, queue, opened, { at, timeZone: variants.timeZoneOf(company) })
    await pictures.claim(tx, id)
    return { id, number }
  }

  answer(app, replyToWorkshop, { body: Reply, answer: z.literal(true) }, (ask) => {
    const { employee, body } = ask
    return once(db, ask, clock(), async (tx) => {
      const when = { at: clock(), timeZone: variants.timeZoneOf(employee.company) }
      await replyToCase(tx, queue, employee, body, when)
      return true as const
    })
  })

  caseRoutes(app, platform, queue)

  answer(
    app,
    alsoFor(getFaultPicture, addFaultFor.gate),
    { query: ImageQuery, answer: Image },
    async ({ employee, query }) => {
      const image = (await maySeePicture(db, employee, query.name)) && (await photos.read(query))
      if (!image) throw notFound()
      return image
    },
  )

  void app.register(async (uploads) => {
    await uploads.register(multipart)
    answer(uploads, alsoFor(uploadFaultPicture, addFaultFor.gate), { answer: ImageReference }, (ask) =>
      photos.take(ask),
    )
  })
}

const withReadableNumber = <Report extends { number: number; groundedWhy: string | null }>({
  number,
  groundedWhy,
  ...report
}: Report) => ({
  ...report,
  number: spokenNumber(number),
  ...(groundedWhy !== null && { groundedWhy }),
})

/** The same 404 for another company's object and an absent one, with the field at fault. */
const absent = (field: string, message: string) => new Refusal(404, notFound().message, { [field]: [message] })

interface NewFault {
  readonly reporter: Reporter
  readonly body: Omit<AddFault, 'AttachmentUploadBlobNames'>
  readonly pictures: FoundPictures
  readonly category: string
}

/**
 * Separates the names of the pictures, which do not make it another report: a phone that never got the answer may send the report again
 * after the first pictures became too old and were uploaded under new names.
 */
function withoutPictures<Body extends AddFault>({ AttachmentUploadBlobNames: names = [], ...body }: Body) {
  return { names, body }
}

/** The name of the report's category. Throws a 404 for one that the company does not have. */
async function categoryOf(
  tx: Database,
  { company }: RequestScope,
  { faultCategoryNumber }: Pick<AddFault, 'faultCategoryNumber'>,
): Promise<string> {
  const category = (await categoriesOf(tx, company)).find(({ id }) => id === faultCategoryNumber)
  if (!category) throw absent('faultCategoryNumber', noCategory)
  return category.name
}
