import * as z from 'zod/mini'
import { faultAt } from '#platform/server/files/fault-lines.ts'
import { readSemicolonFile } from '#platform/server/files/semicolon-file.ts'
import type { DrivenTrip } from './store.ts'

const columns = ['datum', 'tur', 'fordon', 'anstid', 'km', 'liter', 'temperatur', 'referens_l_per_km'] as const
type Column = (typeof columns)[number]

export const tripColumns = columns.join(';')

const MOST_TEXT = 200

export interface TripRow extends DrivenTrip {
  readonly line: number
  /** Anställningsnummer. */
  readonly number: string
}

// oxlint-disable-next-line no-control-regex -- the expression is meant to find control characters
const unfit = /[\u0000-\u001f\u007f]/

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
  const { rows, faults: broken } = readSemicolonFile<Column>(bytes, { required: columns })
  const faults = [...broken]
  const lines = new Map<string, number>()
  const read = rows.map(({ line, cells }): TripRow => {
    const { datum = '', tur = '', fordon = '', anstid = '' } = cells
    const blame = (column: Column, why: string) => faults.push(faultAt(line, column, why))
    for (const [column, value] of [
      ['tur', tur],
      ['fordon', fordon],
      ['anstid', anstid],
    ] as const) {
      if (!value) blame(column, 'saknas')
      if (value.length > MOST_TEXT) blame(column, `är längre än ${MOST_TEXT} tecken`)
      if (unfit.test(value)) blame(column, 'innehåller otillåtna tecken')
    }
    if (!z.safeParse(z.iso.date(), datum).success || datum < '1900') blame('datum', 'ska vara ett datum, ÅÅÅÅ-MM-DD')
    else if (datum > today) blame('datum', `${datum} har inte varit ännu`)
    const measured = (column: keyof typeof measures) => {
      const found = numberIn(cells[column] ?? '', measures[column])
      if (typeof found !== 'string') return found
      blame(column, found)
      return null
    }
    const km = measured('km')
    if (!cells.km) blame('km', 'saknas')
    const key = JSON.stringify([anstid, datum, tur])
    const earlier = lines.get(key)
    if (earlier) blame('tur', `${tur} den ${datum} står redan för ${anstid} på rad ${earlier}`)
    lines.set(key, earlier ?? line)
    return {
      line,
      number: anstid,
      date: datum,
      trip: tur,
      vehicle: fordon,
      km: km ?? 0,
      litres: measured('liter'),
      temperature: measured('temperatur'),
      reference: measured('referens_l_per_km'),
    }
  })
  return { rows: read, faults }
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
