// A thread that reads the texts of documents, one after the other, and sends null for one that cannot be read. If it hangs or runs out of
// memory, the process of reader-process.ts ends.
import { parentPort } from 'node:worker_threads'
import { docxText } from './docx-text.ts'
import { MOST_TEXT, type ReadRequest } from './text-read.ts'

const readers = {
  docx: docxText,
  // Loaded with the first PDF.
  pdf: async (bytes: Uint8Array, most: number) => (await import('./pdf-text.ts')).pdfText(bytes, most),
}

parentPort?.on('message', ({ kind, bytes }: ReadRequest) => {
  readers[kind](bytes, MOST_TEXT).then(
    (text) => answer(text.slice(0, MOST_TEXT).replaceAll('\0', ' ').toWellFormed().normalize('NFC')),
    () => answer(null),
  )
})

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const answer = (text: string | null) => parentPort?.postMessage(text)
