import type { Blobs } from './blobs.ts'
import { isAway } from './is-away.ts'

interface Doomed {
  /** The names that come next after one, in their order; none at the end. The first call passes ''. */
  readonly next: (after: string) => Promise<readonly string[]>
  /** The keys of a name's files. */
  readonly keysOf: (name: string) => readonly string[]
  /** Deletes the rows of these names. */
  readonly forget: (names: readonly string[]) => Promise<void>
}

/**
 * Removes the files of rows that nobody needs any more, and then the rows. If a file cannot be removed, its row stays for the next time, and
 * the others go. Throws the first error at the end, or at once if the store is away: each further file would be waited for in vain.
 */
export async function removeDoomed(
  blobs: Pick<Blobs, 'remove' | 'read'>,
  { next, keysOf, forget }: Doomed,
): Promise<void> {
  const failures: unknown[] = []
  let away = false
  for (let names = await next(''); names.length > 0 && !away; names = await next(names.at(-1) as string)) {
    const gone: string[] = []
    for (const name of names) {
      try {
        // Files first: a row without a file is found again by the next round, a file without a row never.
        for (const key of keysOf(name)) await blobs.remove(key)
        gone.push(name)
      } catch (error) {
        failures.push(error)
        away = await isAway(blobs)
        if (away) break
      }
    }
    await forget(gone)
  }
  if (failures.length > 0) throw failures[0]
}
