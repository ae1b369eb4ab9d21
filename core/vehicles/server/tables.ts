import type { Generated } from 'kysely'
import type { Database } from '#platform/server/area.ts'

/** Created by the first migration of people, which is older than this folder and never changes. */
export type VehicleTables = {
  vehicles: {
    id: Generated<number>
    company: string
    number: string
    name: string
    license_plate: string | null
  }
}

export const vehicleTables = (db: Database) => db.withTables<VehicleTables>()
