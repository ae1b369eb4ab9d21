import { WorkProcessEnded, workProcess } from '#platform/server/work-process/work-process.ts'
import { extensionOf } from '../../rules.ts'
import { type ReadRequest, type TextKind, textKinds } from './text-read.ts'

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

const LONGEST_MS = 20_000

/** Reads documents in a separate process. The caller has to close the reader. */
export function textReader(): TextReader {
  const reader = workProcess<ReadRequest, string | null>(new URL('./reader-process.ts', import.meta.url), LONGEST_MS)
  return {
    read: (kind, bytes) =>
      reader.ask({ kind, bytes }).catch((error: unknown) => {
        if (error instanceof WorkProcessEnded) return null
        throw error
      }),
    close: () => reader.close(),
  }
}
