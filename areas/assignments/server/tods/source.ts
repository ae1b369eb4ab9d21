import { stat } from 'node:fs/promises'
import type { FeedFiles } from './feed-files.ts'
import { openFolder } from './folder.ts'
import type { Limits } from './limits.ts'
import { FeedFault, notReadable, quoted } from './problems.ts'
import { openZip } from './zip.ts'

/** Opens a folder, a zip or the bytes of a zip; throws FeedFault if it is not acceptable. */
async function openSource(source: string | Buffer, limits: Limits): Promise<FeedFiles> {
  if (typeof source !== 'string') return openZip(source, limits)
  const what = await stat(source).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') {
      throw new FeedFault({ file: source }, 'källan-saknas', 'Det finns ingen fil eller mapp med det namnet.')
    }
    throw notReadable(source)
  })
  if (what.isDirectory()) return openFolder(source, limits)
  if (what.isFile()) return openZip(source, limits)
  throw new FeedFault({ file: source }, 'oläslig-källa', `${quoted(source)} är varken en fil eller en mapp.`)
}

/** Opens a source together with the base that it extends. */
export async function openWithBase(
  source: string | Buffer,
  base: string | undefined,
  limits: Limits,
): Promise<FeedFiles> {
  const files = await openSource(source, limits)
  return base === undefined ? files : overlay(files, await openSource(base, limits))
}

/** The first source's files, and those of the second that the first lacks. */
function overlay(first: FeedFiles, second: FeedFiles): FeedFiles {
  return {
    names: new Set([...first.names, ...second.names]),
    open: (name) => (first.names.has(name) ? first : second).open(name),
  }
}
