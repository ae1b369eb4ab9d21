import { letOthersIn } from '../slices.ts'

/** Rows per statement: few enough that requests do not notice, although they wait for the embedded database's only connection meanwhile. */
const ROWS_A_BATCH = 500

/**
 * Repeats a statement that removes at most `limit` rows and returns their number, until it removes fewer. However many rows have piled up,
 * no statement holds locks or the connection for long, and removed rows stay removed if the process ends.
 */
export async function inBatches(remove: (limit: number) => Promise<number>): Promise<void> {
  let removed = ROWS_A_BATCH
  while (removed === ROWS_A_BATCH) {
    removed = await remove(ROWS_A_BATCH)
    await letOthersIn()
  }
}
