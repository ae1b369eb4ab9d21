import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

const use = /\bstyles\['([\w$-]+)'\]/g

export interface ClassNames {
  /** The name in the build of a class or an animation of a style sheet. */
  readonly nameOf: (name: string, file: string) => string
  readonly plugins: Plugin[]
}

/**
 * Class names of a few characters, the same in every build: letters for the file, digits for the name in it. Usual class names contain a
 * hash, which does not compress. The plugins write the names where they are used, so that no table of names is left. Together this saves 2
 * kB of the first load.
 */
export function shortClassNames(root: string): ClassNames {
  const files = ['app', 'areas', 'core', 'platform']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(root, folder, file)),
    )
    .sort()
  const sheets = files.filter((file) => file.endsWith('.module.css'))
  const names = new Map(
    sheets.map((file, index) => {
      const found = readFileSync(file, 'utf8').matchAll(/(?:\.|@keyframes\s+)([a-z][\w-]*)/gi)
      const own = [...new Set([...found].map(([, name = '']) => name))]
      return [file, new Map(own.map((name, at) => [name, `${letters(index)}${at}`]))]
    }),
  )
  const nameOf = (name: string, id: string) => {
    const file = id.split('?')[0] ?? id
    const short = names.get(file)?.get(name)
    if (short === undefined) throw new Error(`${relative(root, file)} has no class ${name}`)
    return short
  }
  const withTable = new Set(
    files
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => {
        const imports = importsIn(readFileSync(file, 'utf8'), file)
        return imports.filter((each) => !each.inPlace).map(({ sheet }) => sheet)
      }),
  )
  const broughtByView = new Set(
    files
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/^import (?:\w+ from )?'([^']+\.module\.css)'$/gm)].map(
          ([, path = '']) => resolve(dirname(file), path),
        ),
      ),
  )
  return { nameOf, plugins: [inPlace(nameOf, broughtByView), withoutTable(withTable)] }
}

/** 0 is a, 25 is z, 26 is aa. */
function letters(index: number): string {
  const last = String.fromCharCode(97 + (index % 26))
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last
}

/**
 * A module's style sheets, and whether all names that it uses can be written in place. A name that is computed at run time needs the
 * table.
 */
function importsIn(code: string, file: string) {
  const imports = [...code.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)]
  const others = code.replaceAll(use, '').match(/\bstyles\b/g)?.length
  const inPlace = imports.length === 1 && imports[0]?.[1] === 'styles' && others === 1
  return imports.map(([line, , path = '']) => ({ line, path, sheet: resolve(dirname(file), path), inPlace }))
}

/**
 * A module without a view (.ts) may only name classes. What is shown before React has loaded is in a script of its own. Its style sheets
 * are in the first load, because a view that shows the same elements imports them.
 */
const inPlace = (nameOf: ClassNames['nameOf'], broughtByView: ReadonlySet<string>): Plugin => ({
  name: 'class-names-in-place',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx?$/ },
    handler(code, id) {
      const [imported] = importsIn(code, id)
      const isView = id.endsWith('.tsx')
      if (imported && !isView && !(imported.inPlace && broughtByView.has(imported.sheet)))
        throw new Error(`${id}: a view must bring the style sheet, and each class must be named by styles['…']`)
      if (!imported?.inPlace) return null
      return code
        .replace(imported.line, isView ? `import '${imported.path}'` : '')
        .replaceAll(use, (_use, name: string) => `'${nameOf(name, imported.sheet)}'`)
    },
  },
})

const withoutTable = (withTable: ReadonlySet<string>): Plugin => ({
  name: 'style-sheets-without-table',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\.module\.css$/ },
    // An empty module, like that of a style sheet that is imported only for its rules.
    handler: (_code, id) => (withTable.has(id) ? null : { code: '', map: null, moduleSideEffects: 'no-treeshake' }),
  },
})
