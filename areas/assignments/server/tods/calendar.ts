import { calendarDatesFile, calendarFile } from './files.ts'
import { keyOf, readMerged } from './merge.ts'
import type { Reading } from './table.ts'

/** The dates on which each service runs. */
export interface Services {
  /** False if the feed has no calendar at all: then no date can be checked. */
  readonly present: boolean
  /** False if parts of it could not be read: then no date can be checked either. */
  readonly complete: boolean
  has(serviceId: string): boolean
  /** Date as `YYYYMMDD`. */
  runsOn(serviceId: string, date: string): boolean
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

export async function readServices(reading: Reading): Promise<Services> {
  const calendar = await readMerged(reading, calendarFile)
  const dates = await readMerged(reading, calendarDatesFile)
  const inDates = new Set([...dates.rows.values()].map((row) => row.cells.service_id))
  return {
    present: calendar.present || dates.present,
    complete: calendar.complete && dates.complete,
    has: (serviceId) => calendar.rows.has(serviceId) || inDates.has(serviceId),
    runsOn(serviceId, date) {
      const exception = dates.rows.get(keyOf(serviceId, date))?.cells.exception_type
      if (exception) return exception === '1'
      const week = calendar.rows.get(serviceId)?.cells
      return week !== undefined && week.start_date <= date && date <= week.end_date && week[weekdayOf(date)] === '1'
    },
  }
}

function weekdayOf(date: string): (typeof weekdays)[number] {
  const day = new Date(
    Date.UTC(Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, Number(date.slice(6))),
  ).getUTCDay()
  return weekdays[day] ?? 'sunday'
}
