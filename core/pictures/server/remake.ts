import { atMost, oneOfEach } from '#platform/server/at-most.ts'
import { NotRead } from '#platform/server/files/file-fault.ts'
import { WorkProcessEnded, workProcess } from '#platform/server/work-process/work-process.ts'
import { PICTURE_PROCESSES, type Refused, type Remade, UNREADABLE } from './make.ts'

/** A file that the portal does not accept as a picture; the message is for the person who sent it. */
export class NoPicture extends Error {}

/** Ten times what the largest picture takes by itself. */
const LONGEST_MS = 30_000

const processes = Array.from({ length: PICTURE_PROCESSES }, () =>
  workProcess<string, Remade | Refused>(new URL('./picture-process.ts', import.meta.url), LONGEST_MS),
)
const free = [...processes]
const oneOfTwo = atMost(processes.length)
// A sender of many pictures, or slow ones, holds up only his or her own.
const oneOfSender = oneOfEach()

/**
 * Makes a new JPEG from what a picture file shows, rotated upright, in a separate process. Nothing else of the file survives: no
 * metadata, no location, no data appended to the picture. Throws NoPicture, and NotRead if the disk does not give the file.
 */
export function remakePicture(path: string, sender: string): Promise<Remade> {
  return oneOfSender(sender, () => oneOfTwo(() => inOwnProcess(path)))
}

async function inOwnProcess(path: string): Promise<Remade> {
  // Takes the process that worked last, so that the other is not started as long as one is enough.
  const own = free.pop()!
  try {
    // Tries again if the process ended: the picture may not be the reason, and a sender throws away a picture that is called damaged.
    const made = await own.ask(path).catch((error: unknown) => {
      if (error instanceof WorkProcessEnded) return own.ask(path)
      throw error
    })
    if ('refused' in made) throw new NoPicture(made.refused)
    return made
  } catch (error) {
    if (error instanceof WorkProcessEnded) throw new NoPicture(UNREADABLE)
    throw (error as NodeJS.ErrnoException).code === undefined ? error : new NotRead(error)
  } finally {
    free.push(own)
  }
}
