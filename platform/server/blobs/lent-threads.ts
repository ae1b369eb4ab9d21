/** How many threads libuv has: its own default, unless the environment says otherwise (https://docs.libuv.org/en/v1.x/threadpool.html). */
const THREADS = Number(process.env['UV_THREADPOOL_SIZE']) || 4

export type Lent = <T>(work: (isLate: () => boolean) => Promise<T>) => Promise<T>

/** How long an employee waits for the disk: the sender of a photo is promised an answer within ten seconds. */
const REQUEST_MS = 7000
/** How long a command waits: a file may be part of a database dump, or the disk may be slow. */
const COMMAND_MS = 600_000

/**
 * For work on a folder whose disk may hang, such as a network disk whose server is away. A system call there does not return, and blocks
 * one of the threads with which the process also checks tokens, resolves host names and reads its own pages. Only `threads` of them are
 * therefore lent to such work. Work that has taken `limitMs` fails for its caller, but keeps its thread until the disk answers. While all
 * lent threads are with late work, new work fails at once. Running work can ask whether it is late.
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

/** For requests and for hourly jobs: half of the threads. */
export const lentThreads = lending(Math.max(1, Math.floor(THREADS / 2)), REQUEST_MS)

/** For commands, which may work on another disk: a quarter. */
export const lentToCommands = lending(Math.max(1, Math.floor(THREADS / 4)), COMMAND_MS)
