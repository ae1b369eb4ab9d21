import { readFileSync } from 'node:fs'

const folder = 'node_modules/'

/** The packages, `name@version`, of the modules with these paths. */
export function packagesIn(modules: readonly string[]): readonly string[] {
  const roots = modules.flatMap((module) => {
    const at = module.lastIndexOf(folder)
    if (at < 0) return []
    const [scope = '', name = ''] = module.slice(at + folder.length).split('/')
    return (
      module.slice(module.startsWith('\0') ? 1 : 0, at + folder.length) +
      (scope.startsWith('@') ? `${scope}/${name}` : scope)
    )
  })
  return [...new Set(roots)]
    .map((root) => JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { name: string; version: string })
    .map(({ name, version }) => `${name}@${version}`)
    .toSorted()
}
