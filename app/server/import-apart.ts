import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Variant } from '#platform/contract/variant.ts'
import { ImportRefused, type Platform } from '#platform/server/area.ts'
import { type ControlRequest, PortalEnded } from '#platform/server/control.ts'
import { type Answer, lend, type Question, receivedError, type SentError } from '#platform/server/db/lent.ts'
import { goLast } from '#platform/server/work-process/low-priority.ts'
import { IMPORT_FLAGS } from './small-heap.ts'

/** What the portal sends first; every further message is the answer to a question. */
export interface Begun {
  readonly request: ControlRequest
  /** As the portal has read them, whatever their files say now. */
  readonly variants: readonly Variant[]
  readonly version: string
}

/** What the process that imports says. */
export type Said =
  | { readonly question: Question }
  | { readonly line: string }
  /** Every ten seconds: it goes on, though it asks nothing. */
  | { readonly alive: true }
  | Ended

/** What it says last. */
type Ended =
  | { readonly done: true }
  | { readonly refused: readonly string[]; readonly cause?: SentError }
  | { readonly failed: SentError }

export interface ImportsApart {
  /** Throws ImportRefused like the import itself, PortalEnded, and an Error that says how the process ended or what failed in it. One at a time. */
  readonly run: (request: ControlRequest, tell: (line: string) => void) => Promise<void>
  /** Ends what is under way. */
  close(): Promise<void>
}

const program = fileURLToPath(new URL('./import-process.ts', import.meta.url))

/**
 * Far longer than a starved process computes, or waits for a store of files: so long it may say nothing, while other commands wait, and so
 * long ask nothing within a transaction, while everybody waits.
 */
const PATIENCE = { silentMs: 300_000, inTransactionMs: 60_000 }

/**
 * Imports in a process of its own, which borrows the embedded database: a large feed fills its heap, whose garbage is collected there, and the
 * portal only runs short statements (docs/decisions/0109).
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
      // As `npm run import` has it. `node --watch` would have it say what it loads.
      env: { ...process.env, MALLOC_ARENA_MAX: '1', WATCH_REPORT_DEPENDENCIES: undefined },
      execArgv: [...IMPORT_FLAGS],
    })
    child = own
    // Before it has loaded its program, with which it begins to let others go first itself (low-priority.ts).
    if (own.pid !== undefined) goLast(own.pid)
    // A frozen one would not notice that the portal has ended.
    process.once('exit', kill)
    const silent = setTimeout(kill, silentMs).unref()
    // What cannot be sent any more, an end follows.
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

  /** Returns if it said that it is done. */
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
