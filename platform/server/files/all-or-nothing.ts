import type { Database, ImportRequest } from '../area.ts'

/** Thrown at the end of a dry run, so that the transaction is rolled back. */
class OnlyTried extends Error {}

/**
 * Does the work of an import in one transaction. A dry run does all of it and rolls it back: it says what the import would say, and is refused
 * where the import would be.
 */
export async function allOrNothing(
  db: Database,
  { dryRun }: Pick<ImportRequest, 'dryRun'>,
  work: (tx: Database) => Promise<void>,
): Promise<void> {
  await db
    .transaction()
    .execute(async (tx) => {
      await work(tx)
      if (dryRun) throw new OnlyTried()
    })
    .catch((error: unknown) => {
      if (!(error instanceof OnlyTried)) throw error
    })
}
