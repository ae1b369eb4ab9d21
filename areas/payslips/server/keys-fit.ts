import { sql } from 'kysely'
import { ImportRefused, type Platform } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { WrongSetting } from '#platform/server/settings.ts'
import { readableKeys, type NamedKey } from './keys.ts'
import { unseal, type Belonging, type Sealed } from './seal.ts'
import { payslipTables, type PayslipTables } from './tables.ts'

const p = columnsOf<PayslipTables['payslips']>('p')

/** Why stored payslips do not open with the keys of the settings, in one line; null if they do. */
async function misfit({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<string | null> {
  const readable = await readableKeys(config)
  const key = selected({ keyId: p('key_id'), count: sql<number>`count(*)::int` })
  const { rows: unreadable } = await sql<RowOf<typeof key>>`
    select ${key} from payslips p
    where p.key_id <> all(${readable.map(({ id }) => id)}) group by p.key_id order by p.key_id`.execute(db)
  const [first] = unreadable
  if (first) {
    return `PAYSLIP_KEY passar inte: ${first.count} lagrade lönebesked är krypterade med en annan nyckel (${first.keyId}). Ange den i PAYSLIP_KEYS_OLD.`
  }
  // Of the payslips without a key id, the oldest and the newest are tried.
  for (const direction of ['asc', 'desc'] as const) {
    const row = await payslipTables(db)
      .selectFrom('payslips')
      .select(['employee_id as employeeId', 'period_key as periodKey', 'key_id as keyId', 'sealed'])
      .where('key_id', 'is', null)
      .orderBy('id', direction)
      .limit(1)
      .executeTakeFirst()
    if (row && !opens(readable, row)) {
      return 'PAYSLIP_KEY passar inte: lagrade lönebesked är krypterade med en annan nyckel. Ange den i PAYSLIP_KEYS_OLD.'
    }
  }
  return null
}

function opens(readable: readonly NamedKey[], row: Belonging & Sealed): boolean {
  try {
    unseal(readable, row, row)
    return true
  } catch {
    return false
  }
}

/** Stops the start if the keys do not open the stored payslips. Throws WrongSetting. */
export async function checkPayslipKeys(platform: Platform): Promise<void> {
  const why = await misfit(platform)
  if (why) throw new WrongSetting(why)
}

/** Refuses an import if the keys do not open the stored payslips. Throws ImportRefused. */
export async function refuseWrongKeys(platform: Pick<Platform, 'db' | 'config'>): Promise<void> {
  const why = await misfit(platform)
  if (why) throw new ImportRefused([why])
}

const MOST_TRIED = 200

/** Removes the stored payslips that no key of the settings opens. Returns how many. Call it in a transaction. */
export async function removeUnreadable({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<number> {
  const readable = await readableKeys(config)
  const { rows: others } = await sql`
    delete from payslips where key_id <> all(${readable.map(({ id }) => id)}) returning 1`.execute(db)
  let removed = others.length
  // Whether a key opens a payslip without a key id can only be found out by trying.
  for (let after = 0; ;) {
    const rows = await payslipTables(db)
      .selectFrom('payslips')
      .select(['id', 'employee_id as employeeId', 'period_key as periodKey', 'key_id as keyId', 'sealed'])
      .where('key_id', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(MOST_TRIED)
      .execute()
    const last = rows.at(-1)
    if (!last) return removed
    after = last.id
    const closed = rows.filter((row) => !opens(readable, row)).map(({ id }) => id)
    removed += closed.length
    if (closed.length > 0) await payslipTables(db).deleteFrom('payslips').where('id', 'in', closed).execute()
  }
}
