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
    /** Whether the bus must not be driven before it is repaired. */
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
  /** Messages to a workshop's own system. Each is delivered once, and those of a fault in their order. */
  workshop_messages: {
    company: string
    id: Generated<number>
    /** The message's id, which is the same each time that it is sent. */
    message_id: Generated<string>
    fault_id: number
    /** The number of the case's event; 0 is the report itself. */
    seq: number
    type: string
    at: Date
    /** The state of the fault after the event. */
    state: FaultState
    grounded: boolean
    source: 'portal' | 'webhook'
    tries: Generated<number>
    /** When the tries began. Some time after that the message is given up. */
    trying_since: Date
    next_at: Date
    /** Why the last try failed. */
    failed: string | null
    sent_at: Date | null
    gave_up_at: Date | null
  }
  /** Messages from a workshop's own system, so that each is applied once. */
  workshop_calls: { company: string; message_id: string; body_hash: string; answer: WorkshopAnswer | null; at: Date }
  fault_pictures: PictureTable<'fault_id', string | null>
}

export const faultTables = (db: Database) => db.withTables<FaultTables>()
