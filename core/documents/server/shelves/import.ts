import { counted } from '#platform/contract/counted.ts'
import { realpath, stat } from 'node:fs/promises'
import { sql, type Selectable } from 'kysely'
import { onlyTried, ImportRefused, type Database, type Importer } from '#platform/server/area.ts'
import { shortened } from '#platform/server/files/fault-lines.ts'
import { companyOf } from '#platform/server/files/source-file.ts'
import type { PeopleTables } from '../../../people/server/tables.ts'
import { listFolder, readInFolder } from './folder.ts'
import { readDueTexts } from './read-texts.ts'
import type { Shelf } from './shelf.ts'
import { digestOf, fillShelf, longestList, mostOnShelf, planShelf, type ShelfItem } from './store.ts'

/** `npm run import -- documents <folder> --company norr --as <shelf>`: the whole folder or nothing. */
export function documentImporter(shelves: readonly Shelf[]): Importer {
  const names = shelves.map(({ name }) => name).join('|')
  const usage = `documents <mapp> --company <bolag> --as ${names} [--replace]  dokument ur en mapp`
  return {
    kind: 'documents',
    usage,
    options: { as: 'string', replace: 'boolean' },
    nameOf: ({ options }) => shelves.find(({ name }) => name === options['as'])?.name ?? null,
    async run({ source, company, dryRun, options }, platform, tell) {
      const layout = shelves.find(({ name }) => name === options['as'])
      if (!layout) throw new ImportRefused([`Ange --as ${names}.`])
      companyOf(platform, company)
      const { db } = platform
      const shelf = layout.name
      const items = await itemsIn(await folderAt(source, usage), () => layout.layoutFor(db, company))
      const { added, changed, unchanged, others } = await planShelf(db, { company, shelf }, items)
      const remove = options['replace'] === 'true' ? others : []
      refuseLongLists(items, remove.length > 0 ? [] : others)
      for (const warning of await unheldPlaces(db, company, items)) tell(warning)
      const reaches = items.map(({ reach }) => reach)
      for (const warning of layout.warnings?.(platform, company, reaches) ?? []) tell(warning)
      for (const { fileName } of remove) tell(`Tas bort: ${fileName}`)
      tell(
        `${counted(added.length, 'nytt', 'nya')}, ${counted(changed.length, 'ändrat', 'ändrade')}, ${unchanged} är som förut, ${remove.length} tas bort.`,
      )
      if (remove.length === 0 && others.length > 0) {
        tell(`${others.length} som inte finns i mappen ligger kvar. De tas bort med --replace.`)
      }
      if (dryRun) return tell(onlyTried)
      await fillShelf(
        platform,
        { company, shelf },
        { items: [...added, ...changed], remove: remove.map(({ documentId }) => documentId) },
      )
      // The documents stay on the shelf even if their words cannot be read now.
      await readDueTexts(platform).catch(({ name, message }: Error) => {
        platform.log.warn({ err: { type: name, message } }, 'the words of documents were not read')
        tell('Orden i dokumenten gick inte att läsa nu. Portalen läser dem inom en timme.')
      })
      tell('Klart.')
    },
  }
}

function refuseLongLists(...lists: Parameters<typeof longestList>): void {
  const longest = longestList(...lists)
  if (longest <= mostOnShelf) return
  throw new ImportRefused([`En lista visar högst ${mostOnShelf} dokument; här skulle den få ${longest}.`])
}

async function folderAt(source: string | null, usage: string): Promise<string> {
  if (!source || /^[a-z]+:\/\//i.test(source)) throw new ImportRefused([`Ange en mapp: npm run import -- ${usage}`])
  const isFolder = await stat(source).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new ImportRefused([`${source}: mappen finns inte`])
  return realpath(source)
}

async function itemsIn(folder: string, layout: () => ReturnType<Shelf['layoutFor']>): Promise<ShelfItem[]> {
  const { names, faults } = await listFolder(folder)
  const reachOf = await layout()
  const placed = names.flatMap((path) => {
    // macOS writes names decomposed.
    const composed = path.map((name) => name.normalize('NFC'))
    try {
      return [{ path, fileName: composed.at(-1) ?? '', reach: reachOf(composed) }]
    } catch (error) {
      faults.push(faultOf(path.join('/'), error as Error))
      return []
    }
  })
  // Before the files are read: that takes a while.
  refuseLongLists(placed, [])
  const items: ShelfItem[] = []
  const taken = new Map<string, string>()
  for (const { path, fileName, reach } of placed) {
    const shown = path.join('/')
    try {
      const { bytes, dated } = await readInFolder(folder, path)
      const key = JSON.stringify([reach, fileName])
      const twin = taken.get(key)
      if (twin) throw new Error(`har samma namn som ${twin}`)
      taken.set(key, shown)
      items.push({
        reach,
        fileName,
        dated,
        digest: digestOf(bytes),
        // The file is read again when it is stored: a folder may contain more than fits in memory.
        read: () =>
          readInFolder(folder, path).then(
            ({ bytes }) => bytes,
            (error: Error) => {
              throw new ImportRefused([faultOf(shown, error)])
            },
          ),
      })
    } catch (error) {
      faults.push(faultOf(shown, error as Error))
    }
  }
  if (faults.length > 0) throw new ImportRefused(shortened(faults))
  if (items.length === 0) throw new ImportRefused([`${folder}: mappen har inga dokument`])
  return items
}

const faultOf = (file: string, error: NodeJS.ErrnoException) =>
  `${file}: ${error.code ? 'filen kan inte läsas' : error.message}`

interface Place {
  readonly claim: 'IntraCompanyArea' | 'IntraPosition'
  readonly word: string
  readonly place: string
}

/**
 * Warnings of areas and positions that nobody employed in the company has: typos, and areas that have been renamed since an earlier import of the
 * same folder.
 */
async function unheldPlaces(db: Database, company: string, items: readonly ShelfItem[]): Promise<string[]> {
  const { rows } = await sql<Pick<Selectable<PeopleTables['employee_claims']>, 'type' | 'value'>>`
    select distinct c.type, c.value from employee_claims c join employees e on e.id = c.employee_id
    where e.company = ${company} and e.active and c.type in ('IntraCompanyArea', 'IntraPosition')`.execute(db)
  const held = new Set(rows.map(({ type, value }) => `${type} ${value}`))
  const places = items.flatMap(({ reach }): Place[] => {
    if (reach.of === 'area') return [{ claim: 'IntraCompanyArea', word: 'området', place: reach.area }]
    return reach.of === 'position' ? [{ claim: 'IntraPosition', word: 'befattningen', place: reach.position }] : []
  })
  const unheld = places.filter(({ claim, place }) => !held.has(`${claim} ${place}`))
  return [...new Set(unheld.map(({ word, place }) => `Varning: ingen i ${company} har ${word} ${place}.`))]
}
