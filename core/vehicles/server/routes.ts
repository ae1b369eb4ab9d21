import type { FastifyInstance } from 'fastify'
import { may } from '#core/people/roles.ts'
import type { Platform } from '#platform/server/area.ts'
import { alsoFor, answer } from '#platform/server/http/answer.ts'
import { getVehicles } from '../calls.ts'
import { Vehicles } from '../contract.ts'
import { vehiclesOf } from './store.ts'

const swedish = new Intl.Collator('sv', { numeric: true })

export function vehicleRoutes(app: FastifyInstance, { db }: Platform): void {
  const asked = alsoFor(getVehicles, may('faults.enter'), may('deviations.enter'))
  answer(app, asked, { answer: Vehicles }, async ({ employee }) => {
    const vehicles = await vehiclesOf(db, employee.company)
    return vehicles.sort((a, b) => swedish.compare(a.name, b.name) || swedish.compare(a.number, b.number))
  })
}
