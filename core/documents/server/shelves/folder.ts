import { constants } from 'node:fs'
import { open, readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { ImportRefused } from '#platform/server/area.ts'
import { misleading } from '#platform/contract/text.ts'
import { documentExtensions, extensionOf } from '../../rules.ts'

export interface FolderFile {
  readonly dated: Date
  readonly bytes: Uint8Array
}

/** An import keeps in memory what it knows of each file: about 80 MB for this many. How long a list may be is another limit. */
const mostFiles = 100_000
const mostBytes = 25 * 1024 * 1024
const mostName = 200

/** Files that operating systems and Word leave in folders. */
const isDebris = (name: string) => /^(\.|~\$)/.test(name) || /^(thumbs\.db|desktop\.ini|__macosx)$/i.test(name)

// oxlint-disable-next-line no-control-regex -- the expression is meant to find control characters
const unfit = /[\u0000-\u001f\u007f/\\]/

/**
 * Every file below a folder, without its content: `readInFolder` reads that. Unacceptable files are lines in `faults`. Throws
 * ImportRefused if there are too many. Links are never followed, and only files really inside the folder are opened.
 */
export async function listFolder(folder: string, most = mostFiles): Promise<{ names: string[][]; faults: string[] }> {
  const found: string[][] = []
  const faults: string[] = []
  const walk = async (above: readonly string[]): Promise<void> => {
    // The system's message is not passed on, because it would bring the path into the log, and a folder's name may be an employee number.
    const entries = await readdir(join(folder, ...above), { withFileTypes: true }).catch(() => null)
    if (!entries) return void faults.push(`${above.join('/') || folder}: mappen kan inte läsas`)
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (isDebris(entry.name)) continue
      const names = [...above, entry.name]
      const fault = whyNot(names, entry)
      if (fault) faults.push(`${names.join('/')}: ${fault}`)
      else if (entry.isDirectory()) await walk(names)
      else if (found.push(names) > most) {
        const shown = most.toLocaleString('sv-SE')
        throw new ImportRefused([
          `Mappen har fler än ${shown} filer. Dela upp den, och importera delarna utan --replace.`,
        ])
      }
    }
  }
  await walk([])
  return { names: found, faults }
}

function whyNot(
  names: readonly string[],
  entry: { readonly name: string; isSymbolicLink(): boolean; isDirectory(): boolean; isFile(): boolean },
): string | null {
  if (entry.isSymbolicLink()) return 'är en länk; länkar följs inte, eftersom de kan leda ut ur mappen'
  if (!entry.isDirectory() && !entry.isFile()) return 'är varken en fil eller en mapp'
  if (unfit.test(entry.name) || misleading.test(entry.name) || !entry.name.isWellFormed())
    return 'namnet innehåller otillåtna tecken'
  if (entry.name.length > mostName) return `namnet är längre än ${mostName} tecken`
  if (names.length > 8) return 'ligger för djupt'
  if (entry.isFile() && !documentExtensions.includes(extensionOf(entry.name))) {
    return `filtypen tas inte emot (${documentExtensions.join(', ')})`
  }
  return null
}

/**
 * Reads a file that `listFolder` found. Throws an error whose message is for people if the file is outside the folder, too large or empty, and
 * the system's error if it cannot be read.
 */
export async function readInFolder(folder: string, names: readonly string[]): Promise<FolderFile> {
  const path = join(folder, ...names)
  const root = await realpath(folder)
  // Checked on the opened path: a part of it may have become a link since it was listed.
  if ((await realpath(path)) !== join(root, ...names) || !path.startsWith(folder + sep)) {
    throw new Error('ligger utanför mappen')
  }
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { size, mtime } = await file.stat()
    if (size > mostBytes) throw new Error(`är större än ${mostBytes / 1024 / 1024}\u00a0MB`)
    if (size === 0) throw new Error('är tom')
    return { dated: mtime, bytes: await file.readFile() }
  } finally {
    await file.close()
  }
}
