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

// Written as in the partial index `incidents_insured`.
const insured = sql`i.typ in ('Fordonsskada', 'Försäkringsärende')`

type FieldOf<Typ extends Detail['typ']> = keyof Extract<Detail, { typ: Typ }>['detail']

/** A text that the two types have under names of their own. */
const detailField = (ofDamage: FieldOf<'Fordonsskada'>, ofInsurance: FieldOf<'Försäkringsärende'>) =>
  sql<string>`coalesce(${i('detail')} ->> ${sql.lit(ofDamage)}, ${i('detail')} ->> ${sql.lit(ofInsurance)}, '')`

const category = detailField('ForsakringsKategori', 'forsakringsKategori')

/** Implements the port through which other areas read damage reports. */
export function damageReports(db: Database): DamageReports {
  return {
    async reportsOf(employeeId, { from, before }): Promise<Required<DamageReport>[]> {
      const report = selected({
        rubrik: i('rubrik'),
        skapadDatum: i('created_local'),
        forsakringsKategori: sql<string>`coalesce(${i('insurance_category')}, ${category})`,
        handelseBeskrivning: detailField('HandelseBeskrivning', 'skadaPaFordon'),
        reparationskostnad: i('repair_cost'),
      })
      const { rows } = await sql<RowOf<typeof report>>`
        select ${report} from incidents i
        where reporter_id = ${employeeId} and ${insured}
          and company = (select company from employees where id = ${employeeId})
          and created_local >= ${from}::timestamp and created_local < ${before}::timestamp
        order by created_local desc, id desc limit ${MOST_REPORTS}`.execute(db)
      return rows
    },
    async costOfArea(company, area, { from, before }) {
      const { rows } = await sql<{ cost: number }>`
        select coalesce(sum(i.repair_cost), 0) as cost
        from incidents i join ${withCase}
        where i.company = ${company} and k.area = ${area} and ${insured}
          and i.created_local >= ${from}::timestamp and i.created_local < ${before}::timestamp`.execute(db)
      return rows[0]?.cost ?? 0
    },
  }
}
