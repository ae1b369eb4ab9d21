// Compares the pages' class names with their CSS modules, both ways, because TypeScript accepts any class name.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns the faults, one line each. `files`: the CSS modules and the files that may import them, by their paths from the root. */
export function classNameFaults(files: ReadonlyMap<string, string>): string[] {
  const faults: string[] = []
  const users = new Map<string, string[]>()
  for (const [path, source] of files) {
    const named = /import styles from '([^']+\.module\.css)'/.exec(source)?.[1]
    if (!named) continue
    const module = named.startsWith('#') ? named.slice(1) : join(dirname(path), named)
    users.set(module, [...(users.get(module) ?? []), source])
    const defined = classesOf(files.get(module) ?? '')
    for (const name of namesIn(source)) {
      if (!defined.has(name)) faults.push(`${path}: .${name} is not in ${module}`)
    }
  }
  for (const [module, css] of files) {
    if (!module.endsWith('.module.css')) continue
    for (const name of classesOf(css)) {
      if (!users.get(module)?.some((source) => uses(source, name))) faults.push(`${module}: nothing uses .${name}`)
    }
  }
  return faults
}

/** The classes in the selectors. */
function classesOf(css: string): Set<string> {
  const selectors = [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)].map(
    ([, selector = '']) => selector,
  )
  return new Set(
    selectors.flatMap((selector) => [...selector.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name)),
  )
}

function namesIn(source: string): Set<string> {
  return new Set(
    [...source.matchAll(/\bstyles(?:\['([^']+)'\]|\.(\w+))/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
  )
}

/** If `styles[kind]` chooses a class at run time, the file contains the class's name as one of the kinds. */
function uses(source: string, name: string): boolean {
  return namesIn(source).has(name) || (/\bstyles\[[^']/.test(source) && source.includes(`'${name}'`))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = globSync('{app,areas,core,platform}/**/*.{ts,tsx,module.css}', { cwd: root })
  const faults = classNameFaults(new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])))
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
