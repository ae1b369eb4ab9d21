import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import { libraryChunks } from '../../vite.config.ts'

export interface Weighed {
  readonly name: string
  readonly bytes: number
}

export interface Chunks {
  /** The code of each lazy screen or dialog that no other area loads. */
  readonly screens: readonly Weighed[]
  /** Code of an area without a screen that is loaded when first needed, such as the sign-in library, and that no other area loads. */
  readonly background: readonly Weighed[]
  /** Code that several areas share, and parts of the platform and of libraries that are loaded when first used. */
  readonly shared: readonly Weighed[]
  /** Shared code that only the office uses, which employees without a role in it never fetch (docs/decisions/0065). */
  readonly office: readonly Weighed[]
  /** Code that is heavier than the limit by decision: the reader of PDFs with its worker (docs/decisions/0046). */
  readonly reader: readonly Weighed[]
}

/** Weighs the code that is not part of the first load, from the build's manifest and its gzipped files. */
export function weighChunks(webDir: string): Chunks {
  const manifest = JSON.parse(readFileSync(join(webDir, '.vite/manifest.json'), 'utf8')) as Manifest
  const gzipped = (key: string) => statSync(join(webDir, `${manifest[key]?.file}.gz`)).size
  const loadedWith = (key: string, found = new Set<string>()): Set<string> => {
    if (!found.has(key)) {
      found.add(key)
      for (const next of manifest[key]?.imports ?? []) loadedWith(next, found)
    }
    return found
  }
  const keys = Object.keys(manifest).filter((key) => manifest[key]?.file.endsWith('.js'))
  const first = new Set(keys.filter((key) => manifest[key]?.isEntry).flatMap((key) => [...loadedWith(key)]))
  const lazy = keys.filter((key) => manifest[key]?.isDynamicEntry && !first.has(key))
  const users = new Map<string, string[]>()
  for (const key of lazy) {
    for (const part of loadedWith(key)) if (!first.has(part)) users.set(part, [...(users.get(part) ?? []), key])
  }
  // Code shared by several screens of one area counts for each of them.
  const isOwn = (part: string) => {
    const areas = new Set((users.get(part) ?? []).map(areaOf))
    return areas.size === 1 && !areas.has(null) && !libraries.has(manifest[part]?.name ?? '')
  }
  const isOffice = (key: string) => [...loadedWith(key)].some((part) => manifest[part]?.name === 'office')
  if (!keys.some(isOffice)) throw new Error('the build has no file of the office')
  // The code that can be reached from the first load without opening the office.
  const withoutOffice = new Set(first)
  for (const key of withoutOffice) {
    const { imports = [], dynamicImports = [] } = manifest[key] ?? {}
    for (const next of [...imports, ...dynamicImports.filter((each) => !isOffice(each))]) withoutOffice.add(next)
  }
  const nameOf = (part: string) => (manifest[part]?.name ?? part).replace(/^.*\//, '')
  const isReader = (part: string) => readerParts.has(manifest[part]?.name ?? '') || part.includes('/pdfjs-dist/')
  const isHome = (part: string) => homes.has(manifest[part]?.name ?? '')
  const ownOf = (wanted: (key: string) => boolean) =>
    lazy
      .filter((key) => areaOf(key) !== null && wanted(key))
      .map((screen) => ({
        name: screen.replace(/^.*areas\//, '').replace('/web/', '/'),
        bytes: [...loadedWith(screen)]
          .filter((part) => users.has(part) && isOwn(part))
          .reduce((sum, part) => sum + gzipped(part), 0),
      }))
      .sort(heaviestFirst)
  const parts = [...users.keys()].filter((part) => !isOwn(part) && !isReader(part) && !isHome(part))
  const weighed = (wanted: (part: string) => boolean) =>
    parts
      .filter(wanted)
      .map((part) => ({ name: nameOf(part), bytes: gzipped(part) }))
      .sort(heaviestFirst)
  return {
    screens: [
      ...ownOf((key) => key.endsWith('.tsx')),
      ...keys.filter(isHome).map((part) => ({ name: nameOf(part), bytes: gzipped(part) })),
    ].sort(heaviestFirst),
    background: ownOf((key) => !key.endsWith('.tsx')),
    shared: weighed((part) => withoutOffice.has(part)),
    office: weighed((part) => !withoutOffice.has(part)),
    reader: keys.filter(isReader).map((part) => ({ name: nameOf(part), bytes: gzipped(part) })),
  }
}

/** The area of a file; null for the platform and libraries. */
const areaOf = (key: string) => /(?:^|\/)areas\/([^/]+)\//.exec(key)?.[1] ?? null

/** Parts of several areas that home shows, which the build puts in one file. It counts as a screen, not as shared code. */
const homes: ReadonlySet<string> = new Set(['home', 'home-off'])

/** The chunks that read documents. */
const readerParts: ReadonlySet<string> = new Set(['reader', 'pdf-pages', 'pdf'])

/** The libraries that the build puts in separate chunks. */
const libraries: ReadonlySet<string> = new Set(libraryChunks.map(({ name }) => name))

const heaviestFirst = (a: Weighed, b: Weighed) => b.bytes - a.bytes
