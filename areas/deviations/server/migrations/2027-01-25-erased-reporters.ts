import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// A report outlives the employee who sent it, who may be erased.
export const erasedReporters: Migration = {
  async up(db) {
    for (const [table, column] of [
      ['incidents', 'reporter_id'],
      ['incidents', 'responsible_id'],
      ['incident_pictures', 'employee_id'],
    ] as const) {
      const key = sql.id(`${table}_${column}_fkey`)
      await sql`alter table ${sql.table(table)} alter column ${sql.id(column)} drop not null`.execute(db)
      await sql`alter table ${sql.table(table)} drop constraint ${key}`.execute(db)
      await sql`
        alter table ${sql.table(table)} add constraint ${key}
        foreign key (${sql.id(column)}) references employees on delete set null`.execute(db)
    }
    await sql`alter table incident_alerts drop constraint incident_alerts_employee_id_fkey`.execute(db)
    await sql`
      alter table incident_alerts add constraint incident_alerts_employee_id_fkey
      foreign key (employee_id) references employees on delete cascade`.execute(db)
  },
}
