import type { ColumnType, Generated } from 'kysely'
import type { PictureTable } from '#core/pictures/server/picture-table.ts'
import type { Database } from '#platform/server/area.ts'
import type { Detail } from './detail.ts'

/** Timestamps without zone are wall-clock text `YYYY-MM-DDTHH:mm:ss`; dates are `YYYY-MM-DD`, times `HH:mm:ss`. */
export type DeviationTables = {
  incidents: {
    id: Generated<number>
    number: Generated<number>
    company: string
    /** Null: the reporter has been erased. */
    reporter_id: string | null
    responsible_id: string | null
    typ: Detail['typ']
    rubrik: string
    incident_date: string
    incident_time: string | null
    plats: string
    status: string
    atgard: Generated<string>
    /** Inserted as JSON text. */
    detail: ColumnType<Detail['detail'], string, string>
    repair_cost: number | null
    /** The office's category, which replaces the reporter's. */
    insurance_category: string | null
    external_id: string | null
    created_at: Date
    created_local: string
  }
  incident_pictures: PictureTable<'incident_id', string | null>
  incident_alerts: { incident_id: number; employee_id: string; created_at: Date; read_at: Date | null }
}

export const deviationTables = (db: Database) => db.withTables<DeviationTables>()
