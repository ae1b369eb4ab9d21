import { sql } from 'kysely'
import { withOpen } from '#platform/contract/pages.ts'
import type { AreaSearch } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { digitsOfNumber } from '#platform/server/search.ts'
import { suggestionsGate } from '../calls.ts'
import type { SuggestionTables } from './tables.ts'

const s = columnsOf<SuggestionTables['suggestions']>('s')
const hit = (timeZone: string) =>
  selected({
    id: s('id'),
    number: s('number'),
    title: s('title'),
    status: s('status'),
    day: sql<string>`to_char(${s('created_at')} at time zone ${timeZone}::text, 'YYYY-MM-DD')`,
  })

/** The employee's own suggestions, by the beginning of their number: 'FS-1120', 'fs1120' or '1120'. */
export const suggestionSearch: AreaSearch = {
  kind: 'Förslag',
  gate: suggestionsGate,
  async find({ db, variants }, employee, { typed }, limit) {
    const digits = digitsOfNumber(typed, 'FS')
    if (digits === null) return []
    const suggestion = hit(variants.timeZoneOf(employee.company))
    const { rows } = await sql<RowOf<typeof suggestion>>`
      select ${suggestion} from suggestions s
      where s.author_id = ${employee.id} and starts_with(s.number::text, ${digits}::text)
      order by s.number::text = ${digits}::text desc, s.created_at desc, s.id desc limit ${limit}`.execute(db)
    return rows.map(({ id, number, title, status, day }) => ({
      rubrik: `FS-${number} ${title}`,
      utdrag: status,
      datum: day,
      vag: withOpen('forslag', String(id)),
    }))
  },
}
