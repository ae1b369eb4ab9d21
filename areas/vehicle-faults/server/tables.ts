import type { Generated, GeneratedAlways } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { PictureTable } from '#core/pictures/server/picture-table.ts'
import type { VehicleTables } from '#core/vehicles/server/tables.ts'
import type { FaultState } from '../rules.ts'
import type { WorkshopAnswer } from '../office-workshop-contract.ts'

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
    /** The bus must not be driven before it is repaired. */
    grounded: Generated<boolean>
  }
  fault_steps: {
    id: Generated<number>
    fault_id: number
    state: FaultState
    reason: string | null
    at: Date
    by_id: string | null
  }
  /** Messages to a workshop's own system, each sent once and in the order of its fault. */
  workshop_messages: {
    company: string
    id: Generated<number>
    /** The same each time that it is sent. */
    message_id: Generated<string>
    fault_id: number
    /** The event of the case that it is about; 0: the report. */
    seq: number
    type: string
    at: Date
    /** As the fault was after it. */
    state: FaultState
    grounded: boolean
    source: 'portal' | 'webhook'
    tries: Generated<number>
    /** Since when it is being sent: it is given up a time after that. */
    trying_since: Date
    next_at: Date
    /** Why it was not taken the last time. */
    failed: string | null
    sent_at: Date | null
    gave_up_at: Date | null
  }
  /** Messages from it, so that each counts once. */
  workshop_calls: { company: string; message_id: string; body_hash: string; answer: WorkshopAnswer | null; at: Date }
  fault_pictures: PictureTable<'fault_id', string | null>
}

export const faultTables = (db: Database) => db.withTables<FaultTables>()
