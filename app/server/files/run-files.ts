import { counted } from '#platform/contract/counted.ts'
import { ImportRefused, type Database, type Platform } from '#platform/server/area.ts'
import { atMost } from '#platform/server/at-most.ts'
import { blobStore, storesOf } from '#platform/server/blobs/blobs.ts'
import { isLeft, leaveFileStore } from '#platform/server/blobs/marker.ts'
import { mayBeTakenBack } from '#platform/server/db/restore-point.ts'
import type { Place } from '#platform/server/blobs/place.ts'
import { erasuresFolder, hasErasures } from '../erasures/erased.ts'
import { compareFiles, digest, FILES_AT_ONCE, folders, isOfOneFile, storedFiles, withEach } from './compare.ts'

type Tell = (line: string) => void

const MOST_NAMED = 20

export const filesUsage = [
  'Användning: npm run files -- verify [--remove]   jämför filer och rader åt båda hållen',
  '            npm run files -- copy                kopierar det som ligger i FILES_ALSO till FILES',
]

/** `npm run files -- verify` and `-- copy`. Throws ImportRefused if files are missing or something is in the way. */
export async function runFiles(what: string | null, remove: boolean, platform: Platform, tell: Tell): Promise<void> {
  if (what === 'verify') await verify(platform, remove, tell)
  else if (what === 'copy' && !remove) await copy(platform, tell)
  else throw new ImportRefused(filesUsage)
}

async function verify({ db, config }: Platform, remove: boolean, tell: Tell): Promise<void> {
  if (remove) await refuseUnfinished({ db, config }, '--remove')
  const { files, missing, unnamed, foreign, unread } = await compareFiles(db, config)
  if (remove) {
    const blobs = blobStore(config)
    for (const key of unnamed) await blobs.remove(key)
  }
  const behind = await leftBehind({ db, config })
  // A folder that was unmounted meanwhile has no files either.
  await storesOf(config).sureOfAbsence()
  tell(`${counted(files, 'fil jämförd', 'filer jämförda')}.`)
  if (remove && unnamed.length > 0) {
    tell(`${counted(unnamed.length, 'fil utan rad är borttagen', 'filer utan rad är borttagna')}.`)
  }
  if (foreign.length > 0) {
    const which = `${foreign[0]}${foreign.length > 1 ? ' …' : ''}`
    tell(`${counted(foreign.length, 'fil är inte portalens', 'filer är inte portalens')} och rörs inte: ${which}`)
  }
  const faults = [
    ...named(missing, 'fil saknas', 'filer saknas'),
    ...named(unread, 'mapp får inte läsas, och är inte jämförd', 'mappar får inte läsas, och är inte jämförda'),
    ...named(
      behind,
      'fil ligger bara i FILES_ALSO (starta om varje process, och kör copy igen)',
      'filer ligger bara i FILES_ALSO (starta om varje process, och kör copy igen)',
    ),
    ...(remove
      ? []
      : named(
          unnamed,
          'fil hör inte till någon rad (--remove tar bort den)',
          'filer hör inte till någon rad (--remove tar bort dem)',
        )),
  ]
  if (faults.length > 0) throw new ImportRefused(faults)
  tell('Varje rad har sin fil, och varje fil sin rad.')
}

/** Keys of files that a process with the earlier settings has stored only in the place that everything was copied from. */
async function leftBehind({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<string[]> {
  const { in: to, also: from } = config.files
  if (!from || !(await isLeft(db, from))) return []
  const { open } = storesOf(config)
  const [source, target] = [await open(from), await open(to)]
  const together = atMost(FILES_AT_ONCE)
  const lacking = await lackingIn(db, source, target)
  const behind = lacking.map((key) =>
    together(async () => ((await source.has(key)) && !(await target.has(key)) ? [key] : [])),
  )
  return (await Promise.all(behind)).flat()
}

async function refuseUnfinished(parts: Pick<Platform, 'db' | 'config'>, before: string): Promise<void> {
  if (!(await mayBeTakenBack(parts))) return
  throw new ImportRefused([
    `En återläsning är inte avslutad: npm run restore -- --undo eller --keep, och därefter ${before}.`,
  ])
}

/** A line that counts the keys, and the first MOST_NAMED of them below it. Nothing if there are none. */
export const named = (keys: readonly string[], one: string, many: string) =>
  keys.length === 0
    ? []
    : [
        `${counted(keys.length, one, many)}:`,
        ...keys.slice(0, MOST_NAMED).map((key) => `  ${key}`),
        ...(keys.length > MOST_NAMED ? ['  …'] : []),
      ]

async function copy({ db, config, clock }: Platform, tell: Tell): Promise<void> {
  const { in: to, also: from } = config.files
  if (!from) throw new ImportRefused(['FILES_ALSO saknas: det är därifrån filerna kopieras, till FILES.'])
  await refuseUnfinished({ db, config }, 'copy')
  const { open, sureOfAbsence } = storesOf(config)
  const [source, target] = [await open(from), await open(to)]
  let copied = 0
  let last: Copied
  do {
    last = await copyMissing(db, source, target)
    copied += last.files
    // A process with the earlier settings may have stored more meanwhile.
  } while (last.files > 0)
  // A folder that was unmounted meanwhile has no files either.
  await sureOfAbsence()
  if (last.unread.length > 0) {
    throw new ImportRefused([
      ...named(
        last.unread,
        `fil går inte att läsa i ${source.name}, och är inte kopierad`,
        `filer går inte att läsa i ${source.name}, och är inte kopierade`,
      ),
      `Allt annat är kopierat till ${target.name}. Lägg det som saknas där, ur en säkerhetskopia, och kör copy igen.`,
    ])
  }
  await leaveFileStore(db, from, clock())
  tell(`${counted(copied, 'fil kopierad', 'filer kopierade')} från ${source.name} till ${target.name}.`)
  tell('Klart. Starta om utan FILES_ALSO. Filerna ligger kvar där de var: ta bort dem när ni är nöjda.')
}

/**
 * The keys of rows and erasures that the target does not list. It may have such a file all the same: a case-insensitive disk can list
 * it under another key.
 */
async function lackingIn(db: Database, source: Place, target: Place): Promise<string[]> {
  const there = new Set<string>()
  for (const folder of [...folders, erasuresFolder]) {
    // Folders that may not be read are ignored: each file is also looked up by its key.
    for await (const key of target.list(folder, () => {})) there.add(key)
  }
  const wanted = (await storedFiles(db)).map(({ key }) => key)
  for await (const key of source.list(erasuresFolder)) if (hasErasures(key)) wanted.push(key)
  return wanted.filter((key) => !there.has(key))
}

interface Copied {
  readonly files: number
  /** Keys of files that cannot be read. */
  readonly unread: readonly string[]
}

async function copyMissing(db: Database, source: Place, target: Place): Promise<Copied> {
  const unread: string[] = []
  const readable: Pick<Place, 'read' | 'has'> = {
    has: (key) => source.has(key),
    read: async (key) => {
      try {
        return await source.read(key)
      } catch (error) {
        if (!(await isOfOneFile(source, error))) throw error
        unread.push(key)
        return null
      }
    },
  }
  const lacking = await lackingIn(db, source, target)
  const copied = await withEach(lacking, (key) => copyOne(readable, target, key))
  return { files: copied.filter(Boolean).length, unread: unread.toSorted() }
}

/** Copies a file and reads the copy back. Returns false if the file is there already, was removed meanwhile or cannot be read. */
async function copyOne(source: Pick<Place, 'read' | 'has'>, target: Place, key: string): Promise<boolean> {
  if (await target.has(key)) return false
  const bytes = await source.read(key)
  if (!bytes) return false
  await target.put(key, bytes)
  const copy = await target.read(key)
  // The portal removes a file from the source first and from the target afterwards. A file that is gone from the source must not stay
  // in the target.
  if (!(await source.has(key))) {
    await target.remove(key)
    return false
  }
  if (!copy || digest(copy) !== digest(bytes)) {
    await target.remove(key)
    throw new ImportRefused([`${key} blev inte densamma i ${target.name}.`])
  }
  return true
}
