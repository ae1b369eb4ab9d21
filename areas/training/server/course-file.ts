import { companyColumn, type OwnedRow } from '#core/people/server/row-owners.ts'
import { readRows } from '#platform/server/files/checked-rows.ts'

const columns = ['anstid', 'kurs', 'ort', 'datum'] as const

export const courseColumns = columns.join(';')

export interface CourseRow extends OwnedRow {
  readonly course: string
  readonly place: string
  readonly heldOn: string
}

/** Reads who attended which course, with the faults that can be found without the database; unknown employees are found later. */
export function readCourseFile(bytes: Uint8Array, today: string): { rows: CourseRow[]; faults: string[] } {
  const known = { required: columns, optional: [companyColumn] } as const
  return readRows(bytes, known, ({ line, cells, blame, text, day, earlier }): CourseRow => {
    const { anstid = '', kurs = '', datum = '', bolag = '' } = cells
    const number = text('anstid')
    const course = text('kurs')
    const place = text('ort')
    const heldOn = day('datum')
    if (heldOn > today) blame('datum', `${datum} har inte varit ännu; bara genomförda utbildningar tas in`)
    const first = earlier(anstid, kurs, datum)
    if (first) blame('kurs', `${kurs} den ${datum} står redan för ${anstid} på rad ${first}`)
    return { line, number, ofCompany: bolag, course, place, heldOn }
  })
}
