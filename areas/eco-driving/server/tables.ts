import type { Database } from '#platform/server/area.ts'

export type EcoTables = {
  eco_trips: {
    employee_id: string
    /** `YYYY-MM-DD`. */
    driven_on: string
    trip: string
    /** As the file gave it: a registration number, or the company's own. */
    vehicle: string
    km: number
    litres: number | null
    temperature: number | null
    /** Litres per kilometre that the same kind of bus uses on the same line. */
    reference: number | null
    /** Its place in the file, by which a day's trips are listed. */
    sequence: number
  }
  eco_months: {
    employee_id: string
    /** `YYYY-MM`. */
    month: string
    km: number
    litres: number
    expected: number
  }
}

export const ecoTables = (db: Database) => db.withTables<EcoTables>()
