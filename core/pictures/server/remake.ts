import { atMost, oneOfEach } from '#platform/server/at-most.ts'
import { WorkProcessEnded, workProcess } from '#platform/server/work-process/work-process.ts'
import { type Refused, type Remade, UNREADABLE } from './make.ts'

/** A file that the portal does not accept as a picture; the message is for the person who sent it. */
export class NoPicture extends Error {}

/** Long, as others go first: a picture that takes a second alone may wait for a machine that is busy. */
const LONGEST_MS = 30_000

// Two at a time, so that one large picture does not hold up all others, and memory is limited.
const processes = Array.from({ length: 2 }, () =>
  workProcess<string, Remade | Refused>(new URL('./picture-process.ts', import.meta.url), LONGEST_MS),
)
const free = [...processes]
const oneOfTwo = atMost(processes.length)
// Whoever sends many pictures, or slow ones, holds up only his or her own.
const oneOfSender = oneOfEach()

/**
 * Makes a new JPEG from what a picture file shows, rotated upright, in a process of its own. Nothing else of the file survives: no
 * metadata, no location, no data appended to the picture. Throws NoPicture.
 */
export function remakePicture(path: string, sender: string): Promise<Remade> {
  return oneOfSender(sender, () => oneOfTwo(() => inOwnProcess(path)))
}

async function inOwnProcess(path: string): Promise<Remade> {
  // The one that worked last: the other is not started as long as one is enough.
  const own = free.pop()!
  try {
    // Once more if its process ended: that may have had other reasons, and a sender throws a damaged picture away.
    const made = await own.ask(path).catch((error: unknown) => {
      if (error instanceof WorkProcessEnded) return own.ask(path)
      throw error
    })
    if ('refused' in made) throw new NoPicture(made.refused)
    return made
  } catch (error) {
    throw error instanceof WorkProcessEnded ? new NoPicture(UNREADABLE) : error
  } finally {
    free.push(own)
  }
}
