import { sql } from 'kysely'
import type { PictureShelf } from '#core/pictures/server/picture-table.ts'
import type { Database } from '#platform/server/area.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'

export const faultPictures: PictureShelf = { table: 'fault_pictures', owner: 'fault_id', folder: 'vehicle-faults' }

/** Whether a picture is of a report in one of the employee's two lists, or was uploaded by the employee and is not claimed by a report. */
export async function maySeePicture(db: Database, scope: RequestScope, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from fault_pictures p left join faults f on f.id = p.fault_id
    where p.name = ${name} and p.stored and not p.doomed and (
      (p.fault_id is null and p.employee_id = ${scope.id})
      or (f.company = ${scope.company} and not f.ended)
      or f.reporter_id = ${scope.id})`.execute(db)
  return rows.length > 0
}
