import { migrate } from '#platform/server/db/migrate.ts'
import type { Database } from '#platform/server/area.ts'
import { openEmbedded, openPostgres } from '#platform/server/db/open.ts'
import { saveCompanies } from '#core/people/server/store.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { schemas } from '../../app/server/areas.ts'
import { providerKeys } from '../../identity/keys.ts'

/** The key that the portal's own provider signs with. */
export type SigningKey = JsonWebKey & { readonly kid: string }

/** Fills a database and sends the parent what to request. A separate process, because the embedded database does not release its memory. */
export async function sendFilled<Asked>(where: string, fill: (db: Database) => Promise<Asked>): Promise<void> {
  // Keeps the process alive until its message has been received, however long that takes: a channel without a listener would not.
  process.channel?.ref()
  const opened = where.startsWith('postgres') ? openPostgres(where) : await openEmbedded(where)
  const { longWork: db } = opened
  try {
    await migrate(db, schemas)
    const variants = await loadVariants('./variants')
    await saveCompanies(db, variants.companies.values())
    const asked = await fill(db)
    const keys = await providerKeys(db)
    process.send?.({ signingKey: keys.signing, ...asked })
  } finally {
    await opened.close()
  }
}
