import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import type { FirstCall } from '#platform/contract/first-calls.ts'
import { officeAt, officePath } from '#platform/contract/office-pages.ts'
import { pageAt, shellPath, startPage } from '#platform/contract/pages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

interface View {
  readonly path: string
  readonly load: () => Promise<{ default: string }>
}

interface Doors {
  readonly areas: readonly { screens?: readonly View[]; pages?: readonly View[] }[]
  readonly officeAreas: readonly { screens: readonly View[] }[]
  readonly firstCalls: Readonly<Record<string, readonly FirstCall[]>>
}

/** What the server needs to know about a path for which the page has a view. */
export interface BuiltScreen {
  /** In the router's syntax, ':' for a variable part. */
  readonly path: string
  /** The view's module, relative to the repository. */
  readonly module?: string
  readonly firstCalls?: readonly FirstCall[] | undefined
}

/** Every path for which the page has a view, read from the areas, so that the server answers 404 for all other paths. */
export async function builtScreens(): Promise<readonly BuiltScreen[]> {
  const { NODE_ENV } = process.env
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [doorsAlone],
    build: {
      write: false,
      ssr: true,
      rolldownOptions: {
        input: doors,
        shimMissingExports: true,
        output: { codeSplitting: false },
        checks: { ineffectiveDynamicImport: false },
      },
    },
  })
  // Vite leaves 'production' in NODE_ENV. The page that `npm run dev` serves later would read it.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  const [chunk] = 'output' in built ? built.output : []
  if (chunk?.type !== 'chunk') throw new Error('the areas could not be read')
  const { areas, officeAreas, firstCalls } = (await import(
    `data:text/javascript,${encodeURIComponent(chunk.code)}`
  )) as Doors
  const screens = areas.flatMap((area) => area.screens ?? []).map(({ path, load }) => ({ path: pageAt(path), load }))
  const pages = areas.flatMap((area) => area.pages ?? []).map(({ path, load }) => ({ path: `/${path}`, load }))
  const office = officeAreas.flatMap((area) => area.screens).map(({ path, load }) => ({ path: officeAt(path), load }))
  const views = await Promise.all(
    [...screens, ...pages, ...office].map(async ({ path, load }) => ({
      path,
      module: (await load()).default,
      firstCalls: firstCalls[path],
    })),
  )
  const listed = new Set(views.map(({ path }) => path))
  return [
    ...['/', shellPath, startPage, officePath].filter((path) => !listed.has(path)).map((path) => ({ path })),
    ...views,
  ]
}

type Chunk = Rolldown.OutputChunk

/** The scripts and styles of a view that are not in the first load: all that its screen waits for. */
export function filesOf(module: string, chunks: readonly Chunk[]): readonly string[] {
  const first = withImports(
    chunks.filter(({ isEntry }) => isEntry),
    chunks,
  )
  const own = withImports(
    chunks.filter(({ moduleIds }) => moduleIds.includes(join(root, module))),
    chunks,
  )
  if (own.size === 0) throw new Error(`${module} is in no script`)
  const later = [...own].filter((chunk) => !first.has(chunk))
  return later.flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
}

/** The scripts of a build. */
export const chunksOf = (built: Awaited<ReturnType<typeof build>>): readonly Chunk[] =>
  'output' in built ? built.output.filter((file) => file.type === 'chunk') : []

function withImports(chunks: readonly Chunk[], all: readonly Chunk[]): Set<Chunk> {
  const found = new Set(chunks)
  for (const { imports } of found) for (const next of all) if (imports.includes(next.fileName)) found.add(next)
  return found
}

const doors = 'virtual:doors'

/** Modules of the platform that the areas' index.ts and office.ts need when they are loaded. */
const asTheyAre = ['wire/address.ts', 'office/statistics-screen.ts'].map((file) => `${root}platform/web/${file}`)

/**
 * Leaves out modules that the areas import to show their data, because these need a browser. A view's `load` returns the name
 * of its module.
 */
const doorsAlone: Plugin = {
  name: 'doors-alone',
  enforce: 'pre',
  resolveId: {
    order: 'pre',
    async handler(source, from, { kind }) {
      if (source === doors) return source
      if (kind !== 'dynamic-import') return null
      const resolved = await this.resolve(source, from, { skipSelf: true })
      return resolved && { id: `${resolved.id}?name` }
    },
  },
  load(id) {
    if (id === doors)
      return `export { areas } from '${root}app/web/areas.ts'; export { officeAreas } from '${root}app/web/office-areas.ts'; export { firstCalls } from '${root}app/web/first-calls.ts'`
    if (id.endsWith('?name')) return `export default ${JSON.stringify(relative(root, id.slice(0, -'?name'.length)))}`
    // The host of the whole group has both guides.
    if (id === `${root}platform/web/page/variant.ts`)
      return `export const variant = { crisisGuides: ['a', 'b'], links: {} }`
    if (asTheyAre.includes(id)) return null
    return id.startsWith(`${root}platform/web/`) || /\.(tsx|css)$/.test(id) ? 'export {}' : null
  },
}
