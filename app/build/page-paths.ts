import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { pageAt, shellPath, startPage } from '#platform/contract/pages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Every path that the page has a view for, in the router's syntax, ':' for a variable part: read from the areas' own doors, so
 * that the server knows them too and answers 404 for all others.
 */
export async function pagePaths(): Promise<readonly string[]> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [doorsAlone],
    build: {
      write: false,
      ssr: true,
      rolldownOptions: { input: `${root}app/web/areas.ts`, shimMissingExports: true },
    },
  })
  const [chunk] = 'output' in built ? built.output : []
  if (chunk?.type !== 'chunk') throw new Error('the areas could not be read')
  const { areas } = (await import(`data:text/javascript,${encodeURIComponent(chunk.code)}`)) as {
    areas: readonly { screens?: readonly { path: string }[]; pages?: readonly { path: string }[] }[]
  }
  const screens = areas.flatMap((area) => area.screens ?? []).map(({ path }) => pageAt(path))
  const pages = areas.flatMap((area) => area.pages ?? []).map(({ path }) => `/${path}`)
  return [...new Set(['/', shellPath, startPage, ...screens, ...pages])]
}

/** Leaves out what the doors import to show their data, which needs a browser. */
const doorsAlone: Plugin = {
  name: 'doors-alone',
  enforce: 'pre',
  resolveId: {
    order: 'pre',
    handler: (source, _from, { kind }) => (kind === 'dynamic-import' ? { id: source, external: true } : null),
  },
  load(id) {
    // A group host has both guides.
    if (id === `${root}platform/web/page/variant.ts`)
      return `export const variant = { crisisGuides: ['a', 'b'], links: {} }`
    return id.startsWith(`${root}platform/web/`) || /\.(tsx|css)$/.test(id) ? 'export {}' : null
  },
}
