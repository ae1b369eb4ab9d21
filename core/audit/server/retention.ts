import { sql } from 'kysely'
import { peopleTables } from '#core/people/server/tables.ts'
import type { Platform } from '#platform/server/area.ts'
import { inBatches } from '#platform/server/db/batches.ts'

/** Longer than most audited cases are kept after they have ended, but not longer than injuries. */
const YEARS = 5

/** Removes old rows of the audit. The table refuses any other removal: the transaction has to declare that it prunes. */
export async function forgetOldAudit({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock())
  before.setUTCFullYear(before.getUTCFullYear() - YEARS)
  const companies = await peopleTables(db).selectFrom('companies').select('id').orderBy('id').execute()
  for (const { id: company } of companies)
    await inBatches((limit) =>
      db.transaction().execute(async (tx) => {
        await sql`select set_config('linjen.prunes', 'audit', true)`.execute(tx)
        const { rows } = await sql`
          delete from audit where company = ${company} and id in (
            select id from audit where company = ${company} and at < ${before} order by at limit ${limit})
          returning id`.execute(tx)
        return rows.length
      }),
    )
}
