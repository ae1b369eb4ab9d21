import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import type { PictureShelf } from '#core/pictures/server/picture-table.ts'
import type { Read } from './read-log.ts'
import { withCase } from './with-case.ts'

export const incidentPictures: PictureShelf = {
  table: 'incident_pictures',
  owner: 'incident_id',
  folder: 'deviations',
}

/** A picture of a report that the employee may see, or one that he or she uploaded and no report has claimed; otherwise null. */
export async function visiblePicture(
  db: Database,
  scope: RequestScope,
  name: string,
): Promise<{ readonly report: Read | null } | null> {
  const { rows } = await sql<{ report: Read | null }>`
    select case when i.id is not null then
      json_build_object('id', i.id, 'typ', i.typ, 'egen', i.reporter_id is not distinct from ${scope.id}::uuid) end as report
    from incident_pictures p left join incidents i on i.id = p.incident_id left join ${withCase}
    where p.name = ${name} and p.stored and not p.doomed and (
      (p.incident_id is null and p.employee_id = ${scope.id})
      or (i.company = ${scope.company} and ${scope.id} in (i.reporter_id, k.responsible_id)))`.execute(db)
  return rows[0] ?? null
}
