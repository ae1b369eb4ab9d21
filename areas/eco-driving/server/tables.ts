export type EcoTables = {
  eco_trips: {
    employee_id: string
    /** `YYYY-MM-DD`. */
    driven_on: string
    trip: string
    /** As in the file: a registration number, or the company's own number. */
    vehicle: string
    km: number
    litres: number | null
    temperature: number | null
    /** Litres per kilometre that the same kind of bus uses on the same line. */
    reference: number | null
    /** A day's trips are listed in this order, which is that of the file. */
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
