import { withOpen } from '#platform/contract/pages.ts'
import { sql } from 'kysely'
import type { AreaSearch } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { digitsOfNumber } from '#platform/server/search.ts'
import { faultsGate } from '../gate.ts'
import { spokenNumber } from '../rules.ts'
import type { FaultTables } from './tables.ts'

const f = columnsOf<FaultTables['faults']>('f')
const c = columnsOf<FaultTables['fault_categories']>('c')
const v = columnsOf<FaultTables['vehicles']>('v')
const hit = (timeZone: string) =>
  selected({
    number: f('number'),
    category: c('name'),
    vehicle: v('name'),
    state: f('state'),
    day: sql<string>`to_char(${f('created_at')} at time zone ${timeZone}::text, 'YYYY-MM-DD')`,
  })

/** The employee's own reports, by the beginning of their number: 'F-1120', 'f1120' or '1120'. */
export const faultSearch: AreaSearch = {
  kind: 'Felrapporter',
  gate: faultsGate,
  async find({ db, variants }, employee, { typed }, limit) {
    const digits = digitsOfNumber(typed, 'F')
    if (digits === null) return []
    const fault = hit(variants.timeZoneOf(employee.company))
    const { rows } = await sql<RowOf<typeof fault>>`
      select ${fault}
      from faults f join fault_categories c on c.id = f.category_id join vehicles v on v.id = f.vehicle_id
      where f.reporter_id = ${employee.id} and f.company = ${employee.company}
        and starts_with(f.number::text, ${digits}::text)
      order by f.number::text = ${digits}::text desc, f.created_at desc, f.id desc limit ${limit}`.execute(db)
    return rows.map(({ number, category, vehicle, state, day }) => ({
      rubrik: `${spokenNumber(number)} ${category}`,
      utdrag: `${vehicle} · ${state}`,
      datum: day,
      vag: withOpen('fordonskontroll', spokenNumber(number)),
    }))
  },
}
