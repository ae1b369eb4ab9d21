import { goLast } from './low-priority.ts'
import type { Said } from './work-process.ts'

const WATCHED_MS = 100

/**
 * Answers each request of the portal in a process that workProcess started. It ends with the portal, or if the process has more than
 * `mostMemory` bytes.
 */
export function work(mostMemory: number, answer: (request: never) => Promise<unknown>): void {
  goLast()
  process.on('disconnect', endWork)
  setInterval(() => {
    if (process.memoryUsage.rss() > mostMemory) endWork()
  }, WATCHED_MS)
  process.on('message', (request) => {
    void answer(request as never)
      .then((result): Said<unknown> => ({ result }))
      .catch((error: NodeJS.ErrnoException): Said<unknown> => ({ failed: String(error), code: error.code }))
      .then(say)
  })
  say('ready')
}

const say = (said: Said<unknown>) => process.send?.(said)

/**
 * Ends this process at once: the portal then takes the file that it was working on for unreadable. `process.exit` waits for V8's threads,
 * and for ever if one of them compiles and waits for a garbage collection: https://github.com/nodejs/node/issues/54918
 */
export const endWork = (): void => void process.kill(process.pid, 'SIGKILL')
