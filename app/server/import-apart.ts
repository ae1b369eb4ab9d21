import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Variant } from '#platform/contract/variant.ts'
import { ImportRefused, type Platform } from '#platform/server/area.ts'
import { type ControlRequest, portalEnded } from '#platform/server/control.ts'
import { type Answer, lend, type Question, receivedError, type SentError } from '#platform/server/db/lent.ts'
import { goLast } from '#platform/server/work-process/low-priority.ts'
import { ImportEnded } from './run-command.ts'
import { GROWTH_PERCENT } from './small-heap.ts'

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
  | { readonly done: true }
  | { readonly refused: readonly string[]; readonly cause?: SentError }
  | { readonly failed: SentError }

export interface ImportsApart {
  /** Throws ImportRefused like the import itself, and ImportEnded. One at a time. */
  readonly run: (request: ControlRequest, tell: (line: string) => void) => Promise<void>
  /** Ends what is under way. */
  close(): Promise<void>
}

const program = fileURLToPath(new URL('./import-process.ts', import.meta.url))

/**
 * Imports in a process of its own, which borrows the embedded database: a large feed fills its heap, whose garbage is collected there, and the
 * portal only runs short statements (docs/decisions/0109).
 */
export function importsApart({ db, variants, version }: Pick<Platform, 'db' | 'variants' | 'version'>): ImportsApart {
  let child: ChildProcess | null = null
  let under: Promise<unknown> = Promise.resolve()
  let closed = false
  const kill = () => void child?.kill('SIGKILL')

  async function run(request: ControlRequest, tell: (line: string) => void): Promise<void> {
    if (closed) throw portalEnded()
    const lender = lend(db, kill)
    const own = fork(program, {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // As `npm run import` has it.
      env: { ...process.env, MALLOC_ARENA_MAX: '1' },
      execArgv: [`--heap-growing-percent=${GROWTH_PERCENT}`, '--max-semi-space-size=4'],
    })
    child = own
    // Before it has loaded its program, with which it begins to let others go first itself (low-priority.ts).
    if (own.pid !== undefined) goLast(own.pid)
    // A frozen one would not notice that the portal has ended.
    process.once('exit', kill)
    // What cannot be sent any more, an end follows.
    const send = (message: Begun | Answer) => own.connected && own.send(message, () => undefined)
    const results: Exclude<Said, { question: unknown } | { line: unknown }>[] = []
    own.on('message', (said: Said) => {
      if ('question' in said) void lender.answer(said.question).then(send)
      else if ('line' in said) tell(said.line)
      else {
        results.push(said)
        kill()
      }
    })
    send({ request, variants: variants.all, version })
    try {
      const [code, signal] = (await once(own, 'exit')) as [number | null, NodeJS.Signals | null]
      const [said] = results
      if (closed && !said) throw portalEnded()
      if (!said) throw new ImportEnded(`the process that imported ended: ${signal ?? code}`)
      if ('refused' in said) throw new ImportRefused(said.refused, said.cause && receivedError(said.cause))
      if ('failed' in said) throw receivedError(said.failed)
    } finally {
      process.off('exit', kill)
      child = null
      await lender.close()
    }
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
