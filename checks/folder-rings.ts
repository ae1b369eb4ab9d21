// Folders that import one another. dependency-cruiser's folder scope cannot find them: it counts the files of subfolders as files of the
// folder, and it includes tests and doors.

interface Module {
  readonly source: string
  readonly dependencies: readonly { readonly resolved: string }[]
}

const product = /^(app|areas|core|demo|identity|platform)\//
/** Files that put parts together. Each counts as a folder by itself: an area's doors, those of core, and the lists of areas. */
const puttingTogether = [
  /^(areas|core)\/[^/]+\/(web|server)\/index\.tsx?$/,
  /^areas\/[^/]+\/web\/(early|kept|office|off-home)\.tsx?$/,
  /^app\/(web|server)\/(office-)?areas\.ts$/,
]

/** A folder has only the files directly in it: its subfolders are other folders. */
const folderOf = (file: string) =>
  puttingTogether.some((door) => door.test(file)) ? file : file.slice(0, file.lastIndexOf('/'))

/** The imports between folders that reach each other, directly or through other folders: 'file -> file', sorted. */
export function folderRings(modules: readonly Module[], tests: RegExp): string[] {
  const arrows = modules
    .filter(({ source }) => product.test(source) && !tests.test(source))
    .flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ resolved }) => product.test(resolved))
        .map(({ resolved }) => ({ source, resolved, from: folderOf(source), to: folderOf(resolved) })),
    )
    .filter(({ from, to }) => from !== to)
  const next = new Map<string, Set<string>>()
  for (const { from, to } of arrows) next.set(from, (next.get(from) ?? new Set()).add(to))
  const reached = new Map([...next.keys()].map((folder) => [folder, reachedFrom(folder, next)]))
  const inRings = arrows.filter(({ from, to }) => reached.get(to)?.has(from))
  return [...new Set(inRings.map(({ source, resolved }) => `${source} -> ${resolved}`))].toSorted()
}

function reachedFrom(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [start]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const to of next.get(folder) ?? []) {
      if (found.has(to)) continue
      found.add(to)
      waiting.push(to)
    }
  }
  return found
}
