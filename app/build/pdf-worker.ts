import { readFile } from 'node:fs/promises'
import { type Plugin, transformWithOxc } from 'vite'

const missingCalls = new URL('../../core/documents/web/pdf/older-browsers.ts', import.meta.url)

/** The worker that reads PDFs is the library's own file, which is for newer browsers than the portal: adds to it what the older ones lack. */
export function pdfWorker(): Plugin {
  return {
    name: 'pdf-worker',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const file = Object.values(bundle).find(
        (each) => each.type === 'asset' && each.names.includes('pdf.worker.min.mjs'),
      )
      if (file?.type !== 'asset') throw new Error('no worker that reads PDFs')
      const { code } = await transformWithOxc(await readFile(missingCalls, 'utf8'), missingCalls.pathname)
      file.source = `${code}\naddMissingCalls();\n${Buffer.from(file.source).toString()}`
    },
  }
}
