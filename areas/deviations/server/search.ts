import { withOpen } from '#platform/contract/pages.ts'
import { sql } from 'kysely'
import type { AreaSearch } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { digitsOfNumber } from '#platform/server/search.ts'
import { deviationsGate } from '../gate.ts'
import { numberOf } from './store.ts'
import type { DeviationTables } from './tables.ts'

const i = columnsOf<DeviationTables['incidents']>('i')
const hit = selected({
  nummer: numberOf(i('number')),
  typ: i('typ'),
  status: i('status'),
  day: sql<string>`to_char(${i('created_local')}, 'YYYY-MM-DD')`,
})

/**
 * The employee's own reports, by the beginning of their number: 'A-412345', 'a412345' or '412345'. Others' reports, which he or she is
 * responsible for, are opened in the list, which logs who reads them.
 */
export const deviationSearch: AreaSearch = {
  kind: 'Avvikelser',
  gate: deviationsGate,
  async find({ db }, employee, { typed }, limit) {
    const digits = digitsOfNumber(typed, 'A')
    if (digits === null) return []
    const { rows } = await sql<RowOf<typeof hit>>`
      select ${hit} from incidents i
      where i.reporter_id = ${employee.id} and i.company = ${employee.company}
        and starts_with(i.number::text, ${digits}::text)
      order by i.number::text = ${digits}::text desc, i.created_at desc, i.id desc limit ${limit}`.execute(db)
    return rows.map(({ nummer, typ, status, day }) => ({
      rubrik: `${nummer} ${typ}`,
      utdrag: status,
      datum: day,
      vag: withOpen('avvikelser', nummer),
    }))
  },
}
