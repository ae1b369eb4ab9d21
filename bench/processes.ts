import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PORTALS_FLAG, START_FLAGS } from '../app/server/heap-growth.ts'
import type { Undo } from './undo.ts'

export const root = fileURLToPath(new URL('../', import.meta.url))

const READY_MS = 60_000
const STOP_MS = 10_000

/** An empty folder that is removed after the run. */
export async function temporaryFolder(undo: Undo): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'linjen-bench-'))
  undo.add(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a TypeScript file of the project in a separate process, which is stopped after the run; its stderr is shown. */
export function startChild(
  undo: Undo,
  file: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  // As `npm start` runs the portal, and as the portal sets itself.
  flags: readonly string[] = [...START_FLAGS, PORTALS_FLAG],
) {
  const child = fork(join(root, file), args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [...flags],
    serialization: 'advanced',
  })
  undo.add(() => stopChild(child))
  return child
}

export function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('the process did not start')
  return pid
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(late)
}

/** The next message of a child. Throws if it ends instead, or sends nothing in time. */
export async function messageOf<Message>(child: ChildProcess, within = READY_MS): Promise<Message> {
  const waiting = new AbortController()
  try {
    const ended = once(child, 'exit', { signal: waiting.signal }).then(([code]) => {
      throw new Error(`${child.spawnfile} ${child.spawnargs[1]} ended with ${code}`)
    })
    const late = AbortSignal.timeout(within)
    const [message] = (await Promise.race([once(child, 'message', { signal: late }), ended])) as [Message]
    return message
  } finally {
    waiting.abort()
  }
}

export interface Started {
  readonly origin: string
  readonly pid: number
}

/** Starts the real portal, app/server/main.ts, on a free port. */
export async function startPortal(undo: Undo, settings: Record<string, string>): Promise<Started> {
  // A data folder belongs to one database.
  const dataDir = settings.DATA_DIR ?? (await temporaryFolder(undo))
  const environment = { NODE_ENV: 'development', PORT: '0', ...settings, DATA_DIR: dataDir }
  const child = startChild(undo, 'app/server/main.ts', [], environment)
  const { stdout } = child
  if (!stdout) throw new Error('the portal has no output')
  let said = ''
  const late = AbortSignal.timeout(READY_MS)
  for await (const text of stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += text
    const origin = /Linjen är i gång: (\S+)/.exec(said)?.[1]
    if (origin) {
      // Unread output would stop the portal once the pipe is full.
      stdout.resume()
      return { origin, pid: pidOf(child) }
    }
    late.throwIfAborted()
  }
  throw new Error(`the portal did not start: ${said}`)
}
