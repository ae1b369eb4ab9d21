import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { chunksOf } from './screens.ts'
import { targets } from './targets.ts'

/**
 * Builds the service worker into `folder`, with the names of the scripts and styles that it keeps on the phone. Returns the modules that
 * went in.
 */
export async function buildWorker(folder: string, assets: readonly string[]): Promise<readonly string[]> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { ASSETS: JSON.stringify(assets) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: targets,
      rolldownOptions: {
        input: fileURLToPath(new URL('../web/service-worker.ts', import.meta.url)),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
  return chunksOf(built).flatMap(({ moduleIds }) => moduleIds)
}
