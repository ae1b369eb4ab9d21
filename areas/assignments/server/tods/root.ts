import { feedFileNames } from './files.ts'
import { FeedFault, quoted } from './problems.ts'

/**
 * Finds a feed's files: at the top level, or all in one folder there, as in a zip made of a folder.
 * Takes paths as lists of segments; returns the path of each feed file by its name.
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
