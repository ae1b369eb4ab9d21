import { hidingErased } from '#core/cases/server/hide-name.ts'
import type { Database, Erased } from '#platform/server/area.ts'
import { trainingTables } from './tables.ts'

/** Removes an erased employee's name from his or her evaluations, which stay as the company's material. */
export async function forgetInEvaluations(tx: Database, who: Erased): Promise<void> {
  const hide = hidingErased(who)
  const own = await trainingTables(tx)
    .selectFrom('course_evaluations')
    .select(['id', 'comments', 'other'])
    .where('employee_id', '=', who.id)
    .orderBy('id')
    .execute()
  for (const { id, comments, other } of own)
    await trainingTables(tx)
      .updateTable('course_evaluations')
      .set({ comments: hide(comments), other: hide(other) })
      .where('id', '=', id)
      .execute()
}
