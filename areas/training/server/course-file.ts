import * as z from 'zod/mini'
import { faultAt } from '#platform/server/files/fault-lines.ts'
import { readSemicolonFile } from '#platform/server/files/semicolon-file.ts'

const columns = ['anstid', 'kurs', 'ort', 'datum'] as const
type Column = (typeof columns)[number]

export const courseColumns = columns.join(';')

const MOST_TEXT = 200

export interface CourseRow {
  readonly line: number
  readonly number: string
  readonly course: string
  readonly place: string
  readonly heldOn: string
}

// oxlint-disable-next-line no-control-regex -- the expression is meant to find control characters
const unfit = /[\u0000-\u001f\u007f]/

/** Reads who attended which course, with the faults that can be found without the database; unknown employees are found later. */
export function readCourseFile(bytes: Uint8Array, today: string): { rows: CourseRow[]; faults: string[] } {
  const { rows, faults: broken } = readSemicolonFile<Column>(bytes, { required: columns })
  const faults = [...broken]
  const lines = new Map<string, number>()
  const read = rows.map(({ line, cells }) => {
    const { anstid = '', kurs = '', ort = '', datum = '' } = cells
    const blame = (column: Column, why: string) => faults.push(faultAt(line, column, why))
    if (!anstid) blame('anstid', 'saknas')
    for (const [column, value] of [
      ['kurs', kurs],
      ['ort', ort],
    ] as const) {
      if (!value) blame(column, 'saknas')
      if (value.length > MOST_TEXT) blame(column, `är längre än ${MOST_TEXT} tecken`)
      if (unfit.test(value)) blame(column, 'innehåller otillåtna tecken')
    }
    if (!z.safeParse(z.iso.date(), datum).success || datum < '1900') blame('datum', 'ska vara ett datum, ÅÅÅÅ-MM-DD')
    else if (datum > today) blame('datum', `${datum} har inte varit ännu; bara genomförda utbildningar tas in`)
    const key = JSON.stringify([anstid, kurs, datum])
    const earlier = lines.get(key)
    if (earlier) blame('kurs', `${kurs} den ${datum} står redan för ${anstid} på rad ${earlier}`)
    lines.set(key, earlier ?? line)
    return { line, number: anstid, course: kurs, place: ort, heldOn: datum }
  })
  return { rows: read, faults }
}
