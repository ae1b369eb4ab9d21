import { sql, type Selectable } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from './area.ts'
import type { Measure } from './metrics.ts'
import { platformTables, type PlatformTables } from './tables.ts'

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

/** Which import: 'people', 'tods'; of which company, and which of several of its kind: a feed, a shelf. */
interface ImportOf {
  readonly company: string
  readonly kind: string
  readonly name: string | null
}

/** Notes when an import last succeeded or last failed, for monitoring: of a kind that has several, each by itself ('tods stad'). */
export async function noteImport(
  db: Database,
  { company, kind, name }: ImportOf,
  what: 'succeeded' | 'failed',
  at: Date,
): Promise<void> {
  const named = name === null ? kind : `${kind} ${name}`
  const [succeeded, failed] = what === 'succeeded' ? [at, null] : [null, at]
  // A name that has never succeeded may be mistyped, and nothing would ever succeed under it. Its failure is that of the kind. But the version
  // before noted the success of each name as the kind's.
  const { rows } = await sql<Pick<Selectable<PlatformTables['import_runs']>, 'kind'>>`
    insert into import_runs (company, kind, succeeded_at, failed_at)
    select ${company}, case when ${what}::text = 'succeeded' or exists (
        select from import_runs r
        where r.company = ${company} and r.kind in (${named}, ${kind}) and r.succeeded_at is not null)
      then ${named}::text else ${kind}::text end, ${succeeded}::timestamptz, ${failed}::timestamptz
    on conflict (company, kind) do update set succeeded_at = coalesce(excluded.succeeded_at, import_runs.succeeded_at),
      failed_at = coalesce(excluded.failed_at, import_runs.failed_at)
    returning kind`.execute(db)
  // The version before notes all of a kind as one, and a request that names none of them is noted so too. Neither is ever corrected.
  if (rows[0]?.kind !== kind)
    await platformTables(db).deleteFrom('import_runs').where('company', '=', company).where('kind', '=', kind).execute()
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
