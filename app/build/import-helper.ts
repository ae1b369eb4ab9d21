import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const replaced = '\0vite/preload-helper.js'
const ours = fileURLToPath(new URL('../../platform/web/page/import-part.ts', import.meta.url))

/** Replaces Vite's import helper by platform/web/page/import-part.ts. Fails if Vite no longer has a helper of that name. */
export function importHelper(): Plugin {
  let isThere = false
  return {
    name: 'import-helper',
    apply: 'build',
    transform: {
      filter: { id: /preload-helper/ },
      handler(_code, id) {
        if (id !== replaced) return null
        isThere = true
        return `export { importPart as __vitePreload } from ${JSON.stringify(ours)}`
      },
    },
    generateBundle() {
      if (!isThere) this.error(`Vite no longer has ${replaced}`)
    },
  }
}
