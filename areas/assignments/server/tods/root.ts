import { feedFileNames } from './files.ts'
import { FeedFault, quoted } from './problems.ts'

/**
 * Where a feed's files lie: at the top, or all of them in one folder there, as zips made of a folder hold them.
 * Takes the paths as lists of segments; answers each feed file's name with the path it lies at.
 */
export function feedFilesAmong<P extends { readonly segments: readonly string[] }>(
  source: string,
  paths: Iterable<P>,
): ReadonlyMap<string, P> {
  const byFolder = new Map<string, Map<string, P>>()
  for (const path of paths) {
    const [first, second, ...deeper] = path.segments
    const folder = second === undefined ? '' : (first ?? '')
    const name = second ?? first
    if (deeper.length > 0 || name === undefined || !feedFileNames.has(name)) continue
    const files = byFolder.get(folder) ?? new Map<string, P>()
    files.set(name, path)
    byFolder.set(folder, files)
  }
  if (byFolder.size > 1) {
    const folders = [...byFolder.keys()].map((folder) => quoted(`${folder}/`)).join(', ')
    throw new FeedFault(
      { file: source },
      'flera-mappar',
      `Filerna ska ligga i en och samma mapp, men finns i ${folders}.`,
    )
  }
  const [files] = byFolder.values()
  if (!files) {
    throw new FeedFault(
      { file: source },
      'inga-filer',
      'Här finns inga GTFS- eller TODS-filer, till exempel run_events.txt.',
    )
  }
  return files
}
