/** How many threads libuv has: its own default, unless the environment says otherwise (https://docs.libuv.org/en/v1.x/threadpool.html). */
const THREADS = Number(process.env['UV_THREADPOOL_SIZE']) || 4

export type Lent = <T>(work: (isLate: () => boolean) => Promise<T>) => Promise<T>

/** How long an employee waits for the disk: the sender of a photo is answered within ten seconds. */
const REQUEST_MS = 7000
/** A command waits for a file of a database, or for a disk that is slow. */
const COMMAND_MS = 600_000

/**
 * For work on a folder whose disk may hang, as a shared one does whose server is away. A system call there does not return, and keeps a
 * thread of those with which the process also checks tokens, finds hosts and reads its own pages: no more than so many are lent, until the disk
 * answers. Whoever has waited for `limitMs` gets an error, and so does everybody at once while all of them are with work that is late. Work that is
 * still under way can ask whether it is.
 */
function lending(threads: number, limitMs: number): Lent {
  const waiting = new Set<() => void>()
  let free = threads
  let late = 0
  const tooLate = () => new Error(`no answer within ${limitMs} ms`)
  return (work) =>
    new Promise((resolve, reject) => {
      if (late === threads) return reject(tooLate())
      let isLate = false
      let begun = false
      const timer = setTimeout(() => {
        isLate = true
        if (begun) late++
        waiting.delete(begin)
        reject(tooLate())
      }, limitMs)
      const end = () => {
        clearTimeout(timer)
        if (isLate) late--
        const [next] = waiting
        if (!next) return void free++
        waiting.delete(next)
        next()
      }
      const begin = () => {
        begun = true
        void work(() => isLate)
          .then(resolve, reject)
          .finally(end)
      }
      if (free > 0) {
        free--
        begin()
      } else waiting.add(begin)
    })
}

/** For what somebody waits for, and for the work of every hour: half of the threads. */
export const lentThreads = lending(Math.max(1, Math.floor(THREADS / 2)), REQUEST_MS)

/** For commands, which may work on another disk: a quarter. */
export const lentToCommands = lending(Math.max(1, Math.floor(THREADS / 4)), COMMAND_MS)
