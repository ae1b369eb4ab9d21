import type { Generated, GeneratedAlways } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { PictureTable } from '#core/pictures/server/picture-table.ts'
import type { VehicleTables } from '#core/vehicles/server/tables.ts'
import type { FaultState } from '../rules.ts'

export type FaultTables = VehicleTables & {
  /** `company` is null for categories of all companies that have none of their own. */
  fault_categories: { id: Generated<number>; company: string | null; name: string; position: number }
  /** The last number that each company has used. */
  fault_numbers: { company: string; last: number }
  faults: {
    id: Generated<number>
    company: string
    number: number
    vehicle_id: number
    category_id: number
    text: string
    reporter_id: string | null
    created_at: Date
    state: FaultState
    reason: string | null
    ended: GeneratedAlways<boolean>
  }
  fault_steps: {
    id: Generated<number>
    fault_id: number
    state: FaultState
    reason: string | null
    at: Date
    by_id: string | null
  }
  fault_pictures: PictureTable<'fault_id', string | null>
}

export const faultTables = (db: Database) => db.withTables<FaultTables>()
