import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer, type ViteDevServer } from 'vite'
import { builtScreens } from '../build/screens.ts'
import type { PageInDevelopment } from './web.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Serves the page directly from its sources, with hot reload, on the portal's own port. */
export async function vitePage(): Promise<PageInDevelopment> {
  let vite: ViteDevServer
  return {
    paths: (await builtScreens()).map(({ path }) => path),
    async mount(app) {
      vite = await createServer({
        configFile: join(root, 'vite.config.ts'),
        // Node watches imported files. Vite would bundle the configuration into a temporary file, and that would restart the
        // portal.
        configLoader: 'native',
        appType: 'custom',
        server: { middlewareMode: true, hmr: { server: app.server } },
      })
      app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done))
      // Vite's sockets would otherwise keep the server from closing.
      app.addHook('preClose', () => vite.close())
    },
    html: async (url) => vite.transformIndexHtml(url, await readFile(join(root, 'app/web/index.html'), 'utf8')),
  }
}
