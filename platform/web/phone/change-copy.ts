import { openPhone } from './database.ts'
import type { AnswerRow } from './rows.ts'

/**
 * Changes the stored copy, including what another tab has written to it. `change` returns null if there is nothing to change.
 */
export async function changeCopy(
  subject: string,
  address: string,
  change: (copy: AnswerRow) => unknown,
): Promise<void> {
  const tx = (await openPhone()).transaction('answers', 'readwrite')
  const copy = await tx.store.get([subject, address])
  const answer = copy && change(copy)
  if (copy && answer !== null) void tx.store.put({ ...copy, answer, size: JSON.stringify(answer)?.length ?? 0 })
  await tx.done
}
