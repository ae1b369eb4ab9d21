import { Refusal, sentenceOf } from '#platform/server/http/errors.ts'

/** Phones send one photo after the other. More files at once would fill the disk while they wait to be decoded, or for the file store. */
export const MOST_AT_ONCE = 20

const underWay = new Map<string, number>()

/** Runs a sender's upload. Throws a Refusal if too many of the same sender are under way in this process. */
export async function amongFew<T>(sender: string, upload: () => Promise<T>): Promise<T> {
  const others = underWay.get(sender) ?? 0
  if (others >= MOST_AT_ONCE) throw new Refusal(429, sentenceOf(429))
  underWay.set(sender, others + 1)
  try {
    return await upload()
  } finally {
    const left = underWay.get(sender)! - 1
    if (left === 0) underWay.delete(sender)
    else underWay.set(sender, left)
  }
}
