import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { pdfWorker } from './pdf-worker.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The built file of the worker. */
async function built(plugins: readonly Plugin[]): Promise<{ readonly name: string; readonly source: string }> {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [...plugins],
    build: {
      write: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: fileURLToPath(new URL('../../core/documents/web/pdf/open-pdf.ts', import.meta.url)),
        preserveEntrySignatures: 'strict',
      },
    },
  })) as Rolldown.RolldownOutput
  const file = output.find(({ fileName }) => fileName.includes('pdf.worker'))
  if (file?.type !== 'asset') throw new Error('no worker')
  expect(output.some((each) => each.type === 'chunk' && each.code.includes(file.fileName))).toBe(true)
  return { name: file.fileName, source: Buffer.from(file.source).toString() }
}

// A phone keeps a file of a known name for a year, so a worker of another content needs another name.
test('the worker that reads PDFs has what older browsers lack, and is named by it', async () => {
  const [library, own] = [await built([]), await built([pdfWorker()])]
  expect(own.source).toMatch(/^[^]+\naddMissingCalls\(\);\n/)
  expect(own.source.endsWith(library.source)).toBe(true)
  expect(own.name).not.toBe(library.name)
})
