import { atMost } from '../at-most.ts'

/** How many threads libuv has: its own default, unless the environment says otherwise (https://docs.libuv.org/en/v1.x/threadpool.html). */
const THREADS = Number(process.env['UV_THREADPOOL_SIZE']) || 4

const run = atMost(Math.max(1, Math.floor(THREADS / 2)))

export type Lent = <T>(work: (isLate: () => boolean) => Promise<T>) => Promise<T>

/**
 * For work on a folder whose disk may hang, as a shared one does whose server is away. A system call there does not return, and keeps a
 * thread of those with which the process also checks tokens, finds hosts and reads its own pages: at most half of them are lent, until the disk
 * answers. Whoever has waited for longer than the limit, in milliseconds, gets an error; work that is then still under way can ask whether that is so.
 */
export function lentThreads(limitMs: number): Lent {
  return (work) =>
    new Promise((resolve, reject) => {
      let late = false
      const timer = setTimeout(() => {
        late = true
        reject(new Error(`no answer within ${limitMs} ms`))
      }, limitMs)
      run(async () => {
        if (!late) resolve(await work(() => late))
      })
        .catch(reject)
        .finally(() => clearTimeout(timer))
    })
}
