import { sql } from 'kysely'
import { audit } from '#core/audit/server/audit.ts'
import { everyNameOf, namesakesOf } from '#core/people/server/names.ts'
import { type Database, type Erased, ImportRefused, type Platform } from '#platform/server/area.ts'
import { recordErasures } from '#platform/server/erasures.ts'
import { doors } from '../areas.ts'

export const employeeKind = 'employee'

/**
 * Erases an employee: the row, all that is deleted with it, and the name in all that stays. Does nothing if there is no
 * such employee.
 */
export async function eraseEmployee(tx: Database, id: string, at: Date): Promise<void> {
  const { rows } = await sql<Pick<Erased, 'id' | 'company' | 'number'>>`
    select id, company, number from employees where id::text = ${id} for update`.execute(tx)
  const [who] = rows
  if (!who) return
  const names = (await everyNameOf(tx, [who.id])).get(who.id) ?? []
  // A suggestion may be addressed to another company, and name somebody there.
  const others = (await namesakesOf(tx, names, { company: null })).map(({ first, last }) => `${first} ${last}`)
  for (const door of doors) await door.forgetEmployee?.(tx, { ...who, names, others, at })
  await sql`delete from employees where id = ${who.id}`.execute(tx)
}

/**
 * `npm run erase -- <number> --company <company>`. Throws ImportRefused if the employee does not exist or is still
 * employed.
 */
export async function eraseByNumber(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { company, number }: { readonly company: string; readonly number: string | null },
  tell: (line: string) => void,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; active: boolean }>`
      select id, active from employees where company = ${company} and number = ${number} for update`.execute(tx)
    const [found] = rows
    if (!found) throw new ImportRefused([`Det finns ingen anställd ${number ?? ''} i ${company}.`])
    if (found.active) throw new ImportRefused([`${number} är anställd: avsluta anställningen först.`])
    await eraseEmployee(tx, found.id, clock())
    await recordErasures(tx, employeeKind, [found.id])
    await audit(tx, {
      company,
      at: clock(),
      by: null,
      what: 'employee.erased',
      object: { kind: 'employee', id: found.id },
    })
  })
  tell(
    'Raderad, med tidrapporterna. Det som personen har anmält finns kvar utan namn. Ta också bort personen ur det som importeras.',
  )
}
