import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { longestWait, waitedForACore } from './waited.ts'

/** The process ended while it worked, or was ended because it took too long: the request was too much for it. */
export class WorkProcessEnded extends Error {}

/** A message of a work process: that it is ready, the result of a request, or why the work failed for a reason of ours. */
export type Said<Result> =
  | 'ready'
  | { readonly result: Result }
  | { readonly failed: string; readonly code?: string | undefined }

export interface WorkProcess<Request, Result> {
  /**
   * One request at a time. Throws WorkProcessEnded, and Error if the work failed or the process cannot be started. If the system was why the
   * work failed, the error has its code.
   */
  ask(request: Request): Promise<Result>
  close(): void
}

/** A process without work is ended after this time, and gives its memory back. */
const IDLE_MS = 60_000
/** How often the time of a request is looked at. */
const WATCHED_MS = 1000
/** How much longer than its time a request may take while others have the cores. */
const MOST_WAITED_MS = 240_000

/**
 * A process for files that strangers send, which may be too much for a decoder (docs/decisions/0102). It has none of the portal's settings,
 * which hold keys, and a lower priority than the portal. It is started by the first request, and again by the first request after its end.
 * It ends with the portal, and does not keep the portal running. `program` calls `work` of in-work-process.ts; `longestMs` is how long one
 * request may take. The time in which others have the cores does not count, because they go first: what is in order would otherwise be too
 * much for a process on a busy machine.
 */
export function workProcess<Request, Result>(program: URL, longestMs: number): WorkProcess<Request, Result> {
  let child: ChildProcess | null = null
  let ready = false
  let idle: NodeJS.Timeout | undefined

  function started(): ChildProcess {
    if (!child?.connected) {
      ready = false
      child = fork(fileURLToPath(program), {
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        env: {},
        execArgv: [],
      })
      // A frozen process would not notice that the portal has ended.
      process.off('exit', close).on('exit', close)
    }
    return child
  }

  function close(): void {
    clearTimeout(idle)
    process.off('exit', close)
    child?.kill('SIGKILL')
    child = null
  }

  return {
    ask(request) {
      clearTimeout(idle)
      const asked = started()
      keepsRunning(asked, true)
      return new Promise((resolve, reject) => {
        const over = () => {
          clearInterval(watch)
          asked.removeAllListeners()
        }
        const fail = (why: Error) => {
          over()
          asked.kill('SIGKILL')
          if (child === asked) child = null
          reject(ready ? why : new Error('A work process could not be started.'))
        }
        const ended = () => fail(new WorkProcessEnded('ended at its work'))
        const tooLong = () => fail(new Error('A work process had no core for too long.'))
        const watch = watchTime(asked, longestMs, { ended, tooLong })
        asked.once('exit', ended)
        asked.once('error', ended)
        asked.on('message', (said: Said<Result>) => {
          if (said === 'ready') {
            ready = true
            return
          }
          over()
          keepsRunning(asked, false)
          idle = setTimeout(close, IDLE_MS).unref()
          if ('result' in said) resolve(said.result)
          else reject(Object.assign(new Error(said.failed), said.code !== undefined && { code: said.code }))
        })
        // Without a channel to it the process has not started, and its 'error' event has the reason.
        if (!asked.connected) return
        asked.send(request as object, (error) => {
          if (error) ended()
        })
      })
    },
    close,
  }
}

/** Calls `ended` when a request has taken `longestMs` while its process could run, `tooLong` if that takes much too long in all. */
function watchTime(
  { pid = 0 }: ChildProcess,
  longestMs: number,
  { ended, tooLong }: { readonly ended: () => void; readonly tooLong: () => void },
): NodeJS.Timeout {
  const begun = performance.now()
  const before = waitedForACore(pid)
  return setInterval(
    () => {
      const taken = performance.now() - begun
      if (taken - longestWait(before, waitedForACore(pid)) >= longestMs) ended()
      else if (taken >= longestMs + MOST_WAITED_MS) tooLong()
    },
    Math.min(WATCHED_MS, longestMs),
  )
}

function keepsRunning(child: ChildProcess, keeps: boolean): void {
  if (keeps) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}
