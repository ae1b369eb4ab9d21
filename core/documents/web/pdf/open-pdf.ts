import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- Vite's address of the file
import workerFile from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { scriptAddress } from '#platform/web/page/trusted-types.ts'
import { addMissingCalls } from './older-browsers.ts'

/** A picture with more pixels is left out: it would take a phone's memory. */
const mostPixels = 40_000_000

export interface OpenPdf {
  readonly pdf: Promise<PDFDocumentProxy>
  /** Ends the worker, which frees the memory of the document. */
  close(): void
}

/** Reads a PDF in a worker. `pdf` rejects if the file needs a password, or is no PDF. */
export function openPdf(data: Uint8Array): OpenPdf {
  addMissingCalls()
  // The worker is created here, because the page's Trusted Types would refuse the library's address for it.
  const port = new Worker(scriptAddress(workerFile) as string, { type: 'module', name: 'pdf' })
  const worker = PDFWorker.create({ port })
  const task = getDocument({ data, worker, maxImageSize: mostPixels, verbosity: 0 })
  const failed = new Promise<never>((_resolve, reject) => {
    port.addEventListener('error', () => reject(new Error('The worker could not be loaded')))
  })
  return {
    pdf: Promise.race([task.promise, failed]),
    close: () => {
      void task.destroy().finally(() => {
        worker.destroy()
        port.terminate()
      })
    },
  }
}
