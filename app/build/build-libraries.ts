import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { chunksOf } from './screens.ts'

const libraries = fileURLToPath(new URL('../../platform/server/libraries/', import.meta.url))

/** Makes one file of each of the server's large libraries, for platform/server/libraries/load.ts. Returns the modules that went in. */
export async function buildLibraries(folder: string): Promise<readonly string[]> {
  const names = readdirSync(libraries)
    .filter((file) => file !== 'load.ts')
    .map((file) => file.replace('.ts', ''))
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withStandardFonts],
    ssr: { noExternal: true },
    build: {
      outDir: folder,
      emptyOutDir: true,
      ssr: true,
      minify: false,
      rolldownOptions: { input: Object.fromEntries(names.map((name) => [name, join(libraries, `${name}.ts`)])) },
    },
  })
  return chunksOf(built).flatMap(({ moduleIds }) => moduleIds)
}

/**
 * pdfkit loads its standard fonts by a path inside its own package. The built file is outside that package, so the path is changed.
 */
const withStandardFonts: Plugin = {
  name: 'with-standard-fonts',
  transform(code, id) {
    return id.endsWith('/pdfkit.node.mjs')
      ? code.replaceAll("require$1('#standard-fonts/", "require('pdfkit/standard-fonts/")
      : null
  },
}
