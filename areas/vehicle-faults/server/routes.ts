import { notListed } from '#core/vehicles/rules.ts'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Image, ImageQuery, ImageReference } from '#core/pictures/contract.ts'
import { reportPictures } from '#core/pictures/server/report-pictures.ts'
import { findVehicle } from '#core/vehicles/server/store.ts'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { notFound, Refusal } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import {
  addFault,
  getActiveFaults,
  getFaultCategories,
  getFaultPicture,
  getOwnFaults,
  uploadFaultPicture,
} from '../calls.ts'
import {
  AddFault,
  FaultCategories,
  FaultReports,
  FaultReportsQuery,
  OwnFaultReports,
  OwnFaultReportsQuery,
  PAGE_SIZE,
  noCategory,
} from '../contract.ts'
import { spokenNumber } from '../rules.ts'
import { faultPictures, maySeePicture } from './picture-store.ts'
import { activeFaults, categoriesOf, ownFaults, saveFault } from './store.ts'

export function vehicleFaultRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock, variants } = platform
  const photos = reportPictures(faultPictures, platform)

  answer(app, getFaultCategories, { answer: FaultCategories }, ({ employee }) => categoriesOf(db, employee.company))

  answer(
    app,
    getActiveFaults,
    { query: FaultReportsQuery, answer: FaultReports },
    async ({ employee: { company }, query: { vehicleNo, page = 0 } }) => {
      const vehicleId = await findVehicle(db, company, vehicleNo)
      if (vehicleId === null) throw notFound()
      const which = { company, vehicleId, timeZone: variants.timeZoneOf(company) }
      return (await activeFaults(db, which, { page, size: PAGE_SIZE })).map(spoken)
    },
  )

  answer(
    app,
    getOwnFaults,
    { query: OwnFaultReportsQuery, answer: OwnFaultReports },
    async ({ employee: { id, company }, query: { page = 0 } }) => {
      const whose = { employeeId: id, timeZone: variants.timeZoneOf(company) }
      const { items, hasMore } = await ownFaults(db, whose, { page, size: PAGE_SIZE })
      return { items: items.map(spoken), hasMore }
    },
  )

  answer(app, addFault, { body: AddFault, answer: z.boolean() }, (ask) => {
    const { employee } = ask
    // Without the names of the pictures, which do not make it another report: a phone that never got the answer may send it again
    // when the first pictures are too old and have been uploaded under new names.
    const { AttachmentUploadBlobNames: pictures = [], ...body } = ask.body
    const now = clock()
    return once(db, { ...ask, body }, now, async (tx) => {
      const vehicleId = await findVehicle(tx, employee.company, body.vehicleNumber)
      if (vehicleId === null) throw absent('vehicleNumber', notListed)
      const categories = await categoriesOf(tx, employee.company)
      if (!categories.some(({ id }) => id === body.faultCategoryNumber)) throw absent('faultCategoryNumber', noCategory)
      const id = await saveFault(tx, employee, { ...body, vehicleId, text: body.text.trim() }, now)
      await photos.claim(tx, employee, id, pictures)
      return true
    })
  })

  answer(app, getFaultPicture, { query: ImageQuery, answer: Image }, async ({ employee, query }) => {
    const image = (await maySeePicture(db, employee, query.name)) && (await photos.read(query))
    if (!image) throw notFound()
    return image
  })

  void app.register(async (uploads) => {
    await uploads.register(multipart)
    answer(uploads, uploadFaultPicture, { answer: ImageReference }, (ask) => photos.take(ask))
  })
}

const spoken = <Report extends { number: number }>(report: Report) => ({
  ...report,
  number: spokenNumber(report.number),
})

/** The same 404 for another company's object and an absent one, with the field at fault. */
const absent = (field: string, message: string) => new Refusal(404, notFound().message, { [field]: [message] })
