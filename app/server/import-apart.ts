import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Variant } from '#platform/contract/variant.ts'
import { ImportRefused, type Platform } from '#platform/server/area.ts'
import { type ControlRequest, PortalEnded } from '#platform/server/control.ts'
import { type Answer, lend, type Question, receivedError, type SentError } from '#platform/server/db/lent.ts'
import { goLast } from '#platform/server/work-process/low-priority.ts'
import { IMPORT_FLAGS } from './heap-growth.ts'

/** The first message of the portal. Every later one is the answer to a question. */
export interface Begun {
  readonly request: ControlRequest
  /** As the portal has read them, even if their files have changed since. */
  readonly variants: readonly Variant[]
  readonly version: string
}

/** A message of the importing process. */
export type Said =
  | { readonly question: Question }
  | { readonly line: string }
  /** Sent every ten seconds, to show that the process runs even when it asks nothing. */
  | { readonly alive: true }
  | Ended

/** The last message. */
type Ended =
  | { readonly done: true }
  | { readonly refused: readonly string[]; readonly cause?: SentError }
  | { readonly failed: SentError }

export interface ImportsApart {
  /**
   * Throws ImportRefused like the import itself, PortalEnded, or an Error that says how the process ended or what failed in it. Only one
   * import may run at a time.
   */
  readonly run: (request: ControlRequest, tell: (line: string) => void) => Promise<void>
  /** Ends the import that is running. */
  close(): Promise<void>
}

const program = fileURLToPath(new URL('./import-process.ts', import.meta.url))

/**
 * Both limits are far longer than a slow process computes, or waits for a store of files. Until the first has passed, a silent process
 * makes other commands wait. Until the second has passed, a process that asks nothing within a transaction makes everybody wait.
 */
const PATIENCE = { silentMs: 300_000, inTransactionMs: 60_000 }

/**
 * Imports in a separate process, which borrows the embedded database. A large feed fills the heap of that process, and its garbage is
 * collected there. The portal only runs short statements (docs/decisions/0109).
 */
export function importsApart(
  { db, variants, version }: Pick<Platform, 'db' | 'variants' | 'version'>,
  { silentMs, inTransactionMs } = PATIENCE,
): ImportsApart {
  let child: ChildProcess | null = null
  let under: Promise<unknown> = Promise.resolve()
  let closed = false
  const kill = () => void child?.kill('SIGKILL')

  async function run(request: ControlRequest, tell: (line: string) => void): Promise<void> {
    if (closed) throw new PortalEnded()
    const lender = lend(db, inTransactionMs, kill)
    const own = fork(program, {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // The same environment as in `npm run import`. WATCH_REPORT_DEPENDENCIES of `node --watch` would make the process report the modules
      // that it loads.
      env: { ...process.env, MALLOC_ARENA_MAX: '1', WATCH_REPORT_DEPENDENCIES: undefined },
      execArgv: [...IMPORT_FLAGS],
    })
    child = own
    // Lowers the priority now, because the process lowers its own only after it has loaded its program (low-priority.ts).
    if (own.pid !== undefined) goLast(own.pid)
    // A process that is stopped would not notice that the portal has ended.
    process.once('exit', kill)
    const silent = setTimeout(kill, silentMs).unref()
    // A failed send needs no handling: the process is about to end.
    const send = (message: Begun | Answer) => own.connected && own.send(message, () => undefined)
    let said: Ended | null = null
    own.on('message', (message: Said) => {
      silent.refresh()
      if ('question' in message) void lender.answer(message.question).then(send)
      else if ('line' in message) tell(message.line)
      else if (!('alive' in message)) {
        said ??= message
        kill()
      }
    })
    send({ request, variants: variants.all, version })
    try {
      const [code, signal] = (await once(own, 'exit')) as [number | null, NodeJS.Signals | null]
      endedAs(said, signal ?? code)
    } finally {
      clearTimeout(silent)
      process.off('exit', kill)
      child = null
      await lender.close()
    }
  }

  /** Returns if the process reported success. Throws otherwise. */
  function endedAs(said: Ended | null, how: NodeJS.Signals | number | null): void {
    if (said && 'done' in said) return
    if (said && 'refused' in said) throw new ImportRefused(said.refused, said.cause && receivedError(said.cause))
    if (said) throw receivedError(said.failed)
    throw closed ? new PortalEnded() : new Error(`the process that imported ended: ${how}`)
  }

  return {
    run(request, tell) {
      const running = run(request, tell)
      under = running.catch(() => undefined)
      return running
    },
    async close() {
      closed = true
      kill()
      await under
    },
  }
}
