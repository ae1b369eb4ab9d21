import { notListed } from '#core/vehicles/rules.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { findVehicle } from '#core/vehicles/server/store.ts'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { notFound, Refusal } from '#platform/server/http/errors.ts'
import { once } from '#platform/server/http/once.ts'
import { addFault, getActiveFaults, getFaultCategories, getOwnFaults } from '../calls.ts'
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
import { activeFaults, categoriesOf, ownFaults, saveFault } from './store.ts'

export function vehicleFaultRoutes(app: FastifyInstance, { db, clock, variants }: Platform): void {
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
    const { employee, body } = ask
    const now = clock()
    return once(db, ask, now, async (tx) => {
      const vehicleId = await findVehicle(tx, employee.company, body.vehicleNumber)
      if (vehicleId === null) throw absent('vehicleNumber', notListed)
      const categories = await categoriesOf(tx, employee.company)
      if (!categories.some(({ id }) => id === body.faultCategoryNumber)) throw absent('faultCategoryNumber', noCategory)
      await saveFault(tx, employee, { ...body, vehicleId, text: body.text.trim() }, now)
      return true
    })
  })
}

const spoken = <Report extends { number: number }>(report: Report) => ({
  ...report,
  number: spokenNumber(report.number),
})

/** The same 404 for another company's object and an absent one, with the field at fault. */
const absent = (field: string, message: string) => new Refusal(404, notFound().message, { [field]: [message] })
