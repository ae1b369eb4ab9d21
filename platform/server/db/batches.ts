import { letOthersIn } from '../slices.ts'

/** Rows in one statement: few enough that others, for whom the embedded database's one connection is busy meanwhile, do not notice. */
const ROWS_A_BATCH = 500

/**
 * Repeats a statement that removes at most so many rows, and returns how many, until it finds fewer. However much has piled up, no statement
 * holds locks or the connection for long, and what was removed stays so if the process ends.
 */
export async function inBatches(remove: (limit: number) => Promise<number>): Promise<void> {
  let removed = ROWS_A_BATCH
  while (removed === ROWS_A_BATCH) {
    removed = await remove(ROWS_A_BATCH)
    await letOthersIn()
  }
}
