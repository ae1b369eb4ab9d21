import { companyColumn, type OwnedRow } from '#core/people/server/row-owners.ts'
import { readRows } from '#platform/server/files/checked-rows.ts'
import type { DrivenTrip } from './store.ts'

const columns = ['datum', 'tur', 'fordon', 'anstid', 'km', 'liter', 'temperatur', 'referens_l_per_km'] as const
type Column = (typeof columns)[number]

export const tripColumns = columns.join(';')

export type TripRow = DrivenTrip & OwnedRow

interface Measure {
  readonly above?: number
  readonly least?: number
  readonly most: number
  readonly unit: string
  /** The most common cause of an unreasonable figure. */
  readonly remark?: string
}

// Wide enough for any bus, narrow enough to find a shifted column or a wrong unit.
const measures = {
  km: { above: 0, most: 1500, unit: 'km' },
  liter: { above: 0, most: 1000, unit: 'liter' },
  temperatur: { least: -60, most: 60, unit: 'grader' },
  referens_l_per_km: { above: 0, most: 2, unit: 'liter per km', remark: ' (liter per mil delas med tio)' },
} satisfies Partial<Record<Column, Measure>>

/** Reads a file of trips, with the faults that can be found without the database; unknown employees are found later. */
export function readTripFile(bytes: Uint8Array, today: string): { rows: TripRow[]; faults: string[] } {
  const known = { required: columns, optional: [companyColumn] } as const
  return readRows(bytes, known, ({ line, cells, blame, text, day, earlier }): TripRow => {
    const { datum = '', tur = '', anstid = '', bolag = '' } = cells
    const trip = text('tur')
    const vehicle = text('fordon')
    const number = text('anstid')
    const date = day('datum')
    if (date > today) blame('datum', `${datum} har inte varit ännu`)
    const measured = (column: keyof typeof measures) => {
      const found = numberIn(cells[column] ?? '', measures[column])
      if (typeof found !== 'string') return found
      blame(column, found)
      return null
    }
    const km = measured('km')
    if (!cells.km) blame('km', 'saknas')
    const first = earlier(anstid, datum, tur)
    if (first) blame('tur', `${tur} den ${datum} står redan för ${anstid} på rad ${first}`)
    return {
      line,
      number,
      ofCompany: bolag,
      date,
      trip,
      vehicle,
      km: km ?? 0,
      litres: measured('liter'),
      temperature: measured('temperatur'),
      reference: measured('referens_l_per_km'),
    }
  })
}

/** The number in a cell, null if it is empty, or what is wrong with it. */
function numberIn(cell: string, { above, least, most, unit, remark = '' }: Measure): number | string | null {
  if (!cell) return null
  if (!/^[-−+]?\d{1,7}([.,]\d{1,6})?$/.test(cell)) return 'ska vara ett tal, med komma eller punkt före decimalerna'
  const value = Number(cell.replace('−', '-').replace(',', '.'))
  if (above !== undefined && value <= above) return `ska vara större än ${above} ${unit}, är ${cell}`
  if (least !== undefined && value < least) return `ska vara minst ${least} ${unit}, är ${cell}`
  if (value > most) return `ska vara högst ${most} ${unit}, är ${cell}${remark}`
  return value
}
