import { goLast } from './low-priority.ts'
import type { Said } from './work-process.ts'

const WATCHED_MS = 100

/** Answers each request of the portal, in a process that workProcess started, until the portal ends or the process has more than `mostMemory` bytes. */
export function work<Request, Result>(mostMemory: number, answer: (request: Request) => Promise<Result>): void {
  goLast()
  process.on('disconnect', endWork)
  setInterval(() => {
    if (process.memoryUsage.rss() > mostMemory) endWork()
  }, WATCHED_MS)
  process.on('message', (request: Request) => {
    void answer(request)
      .then((result): Said<Result> => ({ result }))
      .catch((error: unknown): Said<Result> => ({ failed: String(error) }))
      .then(say)
  })
  say('ready')
}

const say = (said: Said<unknown>) => process.send?.(said)

/** Ends this process: the portal takes what it was working on for unreadable. */
export const endWork = (): never => process.exit(1)
