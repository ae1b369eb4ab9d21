import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { extensionOf } from '../../rules.ts'
import { type TextKind, textKinds, type TextRead } from './text-read.ts'

/** The kind of a document by its name; null if its text cannot be read. */
export function textKindOf(fileName: string): TextKind | null {
  const extension = extensionOf(fileName)
  return textKinds.find((kind) => kind === extension) ?? null
}

export interface TextReader {
  /** The text of a document; null if it has none, is damaged, or takes too much time or memory. */
  read(kind: TextKind, bytes: Uint8Array): Promise<string | null>
  close(): void
}

const program = fileURLToPath(new URL('./reader-process.ts', import.meta.url))

/** Reads documents in a process of its own, which is started with the first one and again after a file that ended it. Close it. */
export function textReader(): TextReader {
  let child: ChildProcess | null = null
  const started = () => {
    if (!child?.connected) {
      // Without the portal's settings, which hold keys that a hostile file is not to reach.
      child = fork(program, {
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        env: {},
        execArgv: [],
      })
    }
    return child
  }
  return {
    read(kind, bytes) {
      const reading = started()
      return new Promise((resolve) => {
        const done = (text: string | null) => {
          reading.removeAllListeners()
          resolve(text)
        }
        reading.once('message', ({ text }: TextRead) => done(text))
        const broken = () => {
          reading.kill('SIGKILL')
          child = null
          done(null)
        }
        reading.once('exit', broken)
        reading.once('error', broken)
        reading.send({ kind, bytes }, (error) => {
          if (error) broken()
        })
      })
    },
    close() {
      child?.kill('SIGKILL')
      child = null
    },
  }
}
