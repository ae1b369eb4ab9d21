import { sql } from 'kysely'
import type { DamageReport, DamageReports } from '#platform/contract/damage-reports.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { Detail } from './detail.ts'
import type { DeviationTables } from './tables.ts'
import { withCase } from './with-case.ts'

/** No driver has more reports in a month. If one did, the rest would be left out. */
const MOST_REPORTS = 500

const i = columnsOf<DeviationTables['incidents']>('i')

/** A text field of the damage report. */
const detailField = (field: keyof Extract<Detail, { typ: 'Fordonsskada' }>['detail']) =>
  sql<string>`${i('detail')} ->> ${sql.lit(field)}`

/** Implements the port through which other areas read damage reports. */
export function damageReports(db: Database): DamageReports {
  return {
    async reportsOf(employeeId, { from, before }): Promise<Required<DamageReport>[]> {
      const report = selected({
        rubrik: i('rubrik'),
        skapadDatum: i('created_local'),
        forsakringsKategori: sql<string>`coalesce(${i('insurance_category')}, ${detailField('ForsakringsKategori')})`,
        handelseBeskrivning: detailField('HandelseBeskrivning'),
        reparationskostnad: i('repair_cost'),
      })
      const { rows } = await sql<RowOf<typeof report>>`
        select ${report} from incidents i
        where reporter_id = ${employeeId} and typ = 'Fordonsskada'
          and company = (select company from employees where id = ${employeeId})
          and created_local >= ${from}::timestamp and created_local < ${before}::timestamp
        order by created_local desc, id desc limit ${MOST_REPORTS}`.execute(db)
      return rows
    },
    async costOfArea(company, area, { from, before }) {
      const { rows } = await sql<{ cost: number }>`
        select coalesce(sum(i.repair_cost), 0) as cost
        from incidents i join ${withCase}
        where i.company = ${company} and k.area = ${area} and i.typ = 'Fordonsskada'
          and i.created_local >= ${from}::timestamp and i.created_local < ${before}::timestamp`.execute(db)
      return rows[0]?.cost ?? 0
    },
  }
}
