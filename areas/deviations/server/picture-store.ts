import { sql, type Selectable } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { NewRow } from '#platform/server/db/rows.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import type { Read } from './read-log.ts'
import { deviationTables, type DeviationTables } from './tables.ts'

/** How many of an employee's uploaded pictures no report has claimed. */
export async function countUnclaimed(db: Database, employeeId: string): Promise<number> {
  const { count } = await deviationTables(db)
    .selectFrom('incident_pictures')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('employee_id', '=', employeeId)
    .where('incident_id', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export interface NewPicture {
  readonly name: string
  readonly employeeId: string
  readonly shortName: string
  readonly at: Date
}

export async function addPicture(db: Database, { name, employeeId, shortName, at }: NewPicture): Promise<void> {
  await deviationTables(db)
    .insertInto('incident_pictures')
    .values({
      name,
      employee_id: employeeId,
      incident_id: null,
      short_name: shortName,
      created_at: at,
    } satisfies NewRow<DeviationTables['incident_pictures']>)
    .execute()
}

export async function markStored(db: Database, name: string): Promise<void> {
  await deviationTables(db).updateTable('incident_pictures').set({ stored: true }).where('name', '=', name).execute()
}

/** Removes the row of a picture whose files were not stored. */
export async function deleteUnstored(db: Database, name: string): Promise<void> {
  await sql`delete from incident_pictures where name = ${name} and not stored`.execute(db)
}

/** Assigns the employee's unclaimed pictures to a report, in the order of `names`. Returns the names that it got. */
export async function claimPictures(
  tx: Database,
  employeeId: string,
  incidentId: number,
  names: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<Pick<Selectable<DeviationTables['incident_pictures']>, 'name'>>`
    update incident_pictures set incident_id = ${incidentId}, position = array_position(${names}::text[], name)
    where name = any(${names}::text[]) and employee_id = ${employeeId}
      and incident_id is null and stored and not doomed
    returning name`.execute(tx)
  return rows.map(({ name }) => name)
}

/** A picture of a report that the employee may see, or one that he or she uploaded and no report has claimed; otherwise null. */
export async function visiblePicture(
  db: Database,
  scope: RequestScope,
  name: string,
): Promise<{ readonly report: Read | null } | null> {
  const { rows } = await sql<{ report: Read | null }>`
    select case when i.id is not null then
      json_build_object('id', i.id, 'typ', i.typ, 'egen', i.reporter_id = ${scope.id}) end as report
    from incident_pictures p left join incidents i on i.id = p.incident_id
    where p.name = ${name} and p.stored and not p.doomed and (
      (p.incident_id is null and p.employee_id = ${scope.id})
      or (i.company = ${scope.company} and ${scope.id} in (i.reporter_id, i.responsible_id)))`.execute(db)
  return rows[0] ?? null
}

/**
 * Marks pictures from before `before` that no report has claimed for removal, and returns some of all that are
 * marked: no report can claim them from then on, so that their files may be removed.
 */
export async function markUnclaimedForRemoval(db: Database, before: Date, limit: number): Promise<string[]> {
  await sql`
    update incident_pictures set doomed = true
    where incident_id is null and created_at < ${before} and not doomed`.execute(db)
  const { rows } = await sql<Pick<Selectable<DeviationTables['incident_pictures']>, 'name'>>`
    select name from incident_pictures where incident_id is null and doomed limit ${limit}`.execute(db)
  return rows.map(({ name }) => name)
}

export async function deleteMarked(db: Database, names: readonly string[]): Promise<void> {
  await sql`delete from incident_pictures where name = any(${names}::text[]) and doomed`.execute(db)
}
