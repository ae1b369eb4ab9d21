import { readFile } from 'node:fs/promises'
import { type Plugin, transformWithOxc } from 'vite'

const missingCalls = new URL('../../core/documents/web/pdf/older-browsers.ts', import.meta.url)

/**
 * The worker that reads PDFs is the library's own file, which is for newer browsers than the portal: adds to it what the older ones lack. The
 * file is named by the result, because phones keep a file of a known name for a year.
 */
export function pdfWorker(): Plugin {
  return {
    name: 'pdf-worker',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      const [file = '', query] = id.split('?')
      if (query !== 'url' || !file.endsWith('/pdf.worker.min.mjs')) return null
      const { code } = await transformWithOxc(await readFile(missingCalls, 'utf8'), missingCalls.pathname)
      const source = `${code}\naddMissingCalls();\n${await readFile(file, 'utf8')}`
      const asset = this.emitFile({ type: 'asset', name: 'pdf.worker.min.mjs', source })
      return `export default import.meta.ROLLUP_FILE_URL_${asset}`
    },
    generateBundle(_options, bundle) {
      const isThere = Object.values(bundle).some(
        (each) => each.type === 'asset' && each.names.includes('pdf.worker.min.mjs'),
      )
      if (!isThere) throw new Error('no worker that reads PDFs')
    },
  }
}
