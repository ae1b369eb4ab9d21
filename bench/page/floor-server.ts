import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import react from '@vitejs/plugin-react'
import { fastify } from 'fastify'
import { build } from 'vite'
import { compressAssets } from '../../app/build/compress-assets.ts'
import { root, temporaryFolder } from '../processes.ts'
import type { Undo } from '../undo.ts'

/** Builds the floor page in a temporary folder and serves it the way the portal serves its pages. Returns its origin. */
export async function serveFloor(undo: Undo): Promise<string> {
  const outDir = await temporaryFolder(undo)
  await build({
    configFile: false,
    root: join(root, 'bench/floor'),
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
  })
  compressAssets(join(outDir, 'assets'))
  const app = fastify()
  undo.add(() => app.close())
  await app.register(fastifyStatic, { root: outDir, preCompressed: true })
  return app.listen({ port: 0, host: '127.0.0.1' })
}
