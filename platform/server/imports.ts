import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from './area.ts'
import type { Measure } from './metrics.ts'
import { platformTables } from './tables.ts'

const importRuns: Migration = {
  async up(db) {
    await sql`
      create table import_runs (
        company text not null,
        kind text not null,
        succeeded_at timestamptz,
        failed_at timestamptz,
        primary key (company, kind)
      )`.execute(db)
  },
}

export const importMigrations = { '2027-02-05-import-runs': importRuns }

/** Which import: 'people', 'tods'; of which company. */
interface ImportOf {
  readonly company: string
  readonly kind: string
}

/** Notes when an import last succeeded or last failed, for monitoring. */
export async function noteImport(
  db: Database,
  { company, kind }: ImportOf,
  what: 'succeeded' | 'failed',
  at: Date,
): Promise<void> {
  const time = what === 'succeeded' ? { succeeded_at: at } : { failed_at: at }
  await platformTables(db)
    .insertInto('import_runs')
    .values({ company, kind, succeeded_at: null, failed_at: null, ...time })
    .onConflict((conflict) => conflict.columns(['company', 'kind']).doUpdateSet(time))
    .execute()
}

/** When each kind of import last succeeded and last failed, by company. */
export function importMeasures({ db }: { readonly db: Database }): readonly Measure[] {
  const read = (column: 'succeeded_at' | 'failed_at') => async () => {
    const rows = await platformTables(db).selectFrom('import_runs').select(['company', 'kind', column]).execute()
    return rows.flatMap(({ company, kind, [column]: at }) =>
      at === null ? [] : [{ company, kind, value: at.getTime() / 1000 }],
    )
  }
  return [
    {
      name: 'linjen_import_last_success_timestamp_seconds',
      help: 'By company and kind, when an import last succeeded',
      read: read('succeeded_at'),
    },
    {
      name: 'linjen_import_last_failure_timestamp_seconds',
      help: 'By company and kind, when an import was last refused or failed',
      read: read('failed_at'),
    },
  ]
}
