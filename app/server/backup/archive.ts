import { isAbsolute } from 'node:path'
import * as z from 'zod'
import { ImportRefused } from '#platform/server/area.ts'
import { atMost } from '#platform/server/at-most.ts'
import { folderPlace, ofCommands, s3Place, type Place } from '#platform/server/blobs/place.ts'
import { lentToCommands } from '#platform/server/blobs/lent-threads.ts'
import type { Config } from '#platform/server/config.ts'
import { faultInWords, mayBeOfOneFile } from '#platform/server/files/file-fault.ts'
import { digest, FILES_AT_ONCE } from '../files/compare.ts'
import { named } from '../files/run-files.ts'
import { unbuilt } from '../installation/version.ts'

/*
 * A backup is a folder, or a part of a bucket:
 *
 *   manifest.json     the contents, with a checksum of each part; written last, so that an interrupted backup has none
 *   manifest.sha256   the manifest's own checksum
 *   database/0001 …   the database, in parts
 *   files.jsonl       the files of the file store, one line each, with their checksums
 *   rows.jsonl        checksums of the files that are kept in the database
 *   files/<key>       the files
 */

const Part = z.object({ key: z.string(), size: z.number().int(), sha256: z.string() })
export type Part = z.infer<typeof Part>

const Manifest = z.object({
  format: z.literal(1),
  startedAt: z.iso.datetime(),
  version: z.string(),
  /** The id of the installation, from the table `data_folder`. Absent in backups from before this field existed. */
  installation: z.string().optional(),
  engine: z.enum(['postgres', 'embedded']),
  database: z.array(Part),
  files: Part,
  rows: Part,
  /** Keys of files that rows name and the store had lost; absent if none. Those that the previous backup has are copied from it. */
  lost: z.array(z.string()).optional(),
  /** Keys of files whose content in the store differed from the previous backup's, which this backup keeps; absent if none. */
  changed: z.array(z.string()).optional(),
  /** Keys of files with other content than in an earlier backup, whose copy could not be read; absent if none. */
  doubtful: z.array(z.string()).optional(),
})
export type Manifest = z.infer<typeof Manifest>

const FileInRow = z.object({ name: z.string(), sha256: z.string() })

export const filesKey = (key: string): string => `files/${key}`

/** Opens the place that an operator names: an absolute path, or s3://bucket/prefix with the S3 credentials of the settings. */
export async function placeOf(named: string, config: Pick<Config, 's3'>): Promise<Place> {
  const bucket = /^s3:\/\/([a-z0-9.-]+)((?:\/[\w.-]+)*)\/?$/.exec(named)
  if (bucket) return s3Place(config.s3, { name: bucket[1] as string, prefix: (bucket[2] ?? '').slice(1) }, ofCommands)
  if (!isAbsolute(named)) throw new ImportRefused([`${named} är varken en mapp eller s3://hink/väg.`])
  return folderPlace(named, lentToCommands)
}

/** A folder within a place, as a place of its own. */
export const below = (place: Place, folder: string): Place => ({
  name: `${place.name}/${folder}`,
  put: (key, bytes) => place.put(`${folder}/${key}`, bytes),
  read: (key) => place.read(`${folder}/${key}`),
  has: (key) => place.has(`${folder}/${key}`),
  remove: (key) => place.remove(`${folder}/${key}`),
  removeUnfinished: (before) => place.removeUnfinished(before),
  async *list(inner) {
    for await (const key of place.list(inner ? `${folder}/${inner}` : folder)) yield key.slice(folder.length + 1)
  },
})

export const latestKey = 'latest.txt'

/** The backup that an operator names, or the latest one in the place named. Throws ImportRefused if there is none. */
export async function findBackup(place: Place): Promise<Place> {
  if (await place.has('manifest.json')) return place
  const latest = await place.read(latestKey)
  if (latest) return below(place, Buffer.from(latest).toString('utf8').trim())
  throw new ImportRefused([`Det finns ingen säkerhetskopia i ${place.name}.`])
}

/**
 * Throws ImportRefused if the latest backup in a place is of another installation that writes to the same place. An operator who gives a
 * backup's whole path means that backup. `own` is null if this installation's id is not known.
 */
export function refuseAnothers({ place, manifest }: Backup, named: Place, own: string | null): void {
  const { installation } = manifest
  if (place.name === named.name || own === null || installation === undefined || installation === own) return
  throw new ImportRefused([
    `Den senaste säkerhetskopian, ${place.name}, hör till en annan installation. Ange hela dess sökväg om det är den som menas.`,
  ])
}

/**
 * Lines about the files that the store had lost or changed when the backup was made, with the first 20 keys of each kind. Empty if there
 * were none.
 */
export function troublesOfStore({ manifest: { lost = [], changed = [], doubtful = [] }, files }: Backup): string[] {
  const within = new Set(files.map(({ key }) => key))
  return [
    ...named(
      lost.filter((key) => !within.has(key)),
      'fil saknas i kopian, eftersom den inte gick att läsa i portalens lagring',
      'filer saknas i kopian, eftersom de inte gick att läsa i portalens lagring',
    ),
    ...named(
      lost.filter((key) => within.has(key)),
      'fil gick inte att läsa i portalens lagring, och är hämtad ur förra kopian',
      'filer gick inte att läsa i portalens lagring, och är hämtade ur förra kopian',
    ),
    ...named(
      changed,
      'fil var ändrad i portalens lagring, och är hämtad ur förra kopian',
      'filer var ändrade i portalens lagring, och är hämtade ur förra kopian',
    ),
    ...named(
      doubtful,
      'fil har ett annat innehåll än i en tidigare kopia, som inte gick att läsa',
      'filer har ett annat innehåll än i en tidigare kopia, som inte gick att läsa',
    ),
  ]
}

/** The clause that says that a backup is of another version than the code; null if it is of the same version or the code has none. */
export const otherVersion = ({ manifest }: Backup, version: string): string | null =>
  version === unbuilt || version === manifest.version
    ? null
    : `Kopian är gjord av version ${manifest.version}, och här är version ${version}`

/** Writes a part and returns its entry for the manifest. */
export async function putPart(place: Place, key: string, bytes: Uint8Array): Promise<Part> {
  await place.put(key, bytes)
  return { key, size: bytes.length, sha256: digest(bytes) }
}

export async function putManifest(place: Place, manifest: Manifest): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(manifest, null, 1))
  await place.put('manifest.sha256', Buffer.from(`${digest(bytes)}\n`))
  await place.put('manifest.json', bytes)
}

export const linesOf = (rows: readonly object[]): Buffer =>
  Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))

function parsed<Row>(bytes: Uint8Array, row: z.ZodType<Row>): Row[] {
  const lines = Buffer.from(bytes).toString('utf8').split('\n').slice(0, -1)
  return lines.map((line) => row.parse(JSON.parse(line)))
}

/** A backup whose manifest and lists are whole. */
export interface Backup {
  readonly place: Place
  readonly manifest: Manifest
  readonly files: readonly Part[]
  readonly rows: readonly z.infer<typeof FileInRow>[]
}

const changed = (key: string) => `${key} är ändrad eller skadad`
const missing = (key: string) => `${key} saknas`

/** Reads a backup's manifest and lists. Throws ImportRefused that names the first damaged part. */
export async function readBackup(place: Place): Promise<Backup> {
  const refused = (fault: string) => new ImportRefused([`${place.name}: ${fault}.`])
  const [bytes, sum] = [await place.read('manifest.json'), await place.read('manifest.sha256')]
  if (!bytes || !sum) throw refused(missing(bytes ? 'manifest.sha256' : 'manifest.json'))
  if (Buffer.from(sum).toString('latin1') !== `${digest(bytes)}\n`) throw refused(changed('manifest.json'))
  const manifest = Manifest.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
  const list = async (part: Part) => {
    const [read, fault] = await readPart(place, part)
    if (!read) throw refused(fault)
    return read
  }
  return {
    place,
    manifest,
    files: parsed(await list(manifest.files), Part),
    rows: parsed(await list(manifest.rows), FileInRow),
  }
}

/** A part's bytes if its size and checksum are right, otherwise a description of the fault. Throws NotRead if the place is away. */
export async function readPart(
  place: Place,
  { key, size, sha256 }: Part,
): Promise<readonly [bytes: Uint8Array, fault: ''] | readonly [bytes: null, fault: string]> {
  const bytes = await place.read(key).catch((error: unknown) => {
    if (mayBeOfOneFile(error)) return faultInWords(error)
    throw error
  })
  if (!bytes) return [null, missing(key)]
  if (typeof bytes === 'string') return [null, `${key} går inte att läsa (${bytes})`]
  return bytes.length === size && digest(bytes) === sha256 ? [bytes, ''] : [null, changed(key)]
}

/** A table that every version has. Its name is in the table of contents of a dump, which comes first and is not compressed. */
const table = 'payslips'

/**
 * Reads every part of a backup. Returns the faults, one line each. One of them is a database without tables, from a backup that was made
 * while the portal's tables were in another schema.
 */
export async function faultsOf({ place, manifest, files }: Backup): Promise<string[]> {
  const faultOf = async (part: Part) => (await readPart(place, part))[1]
  const read: string[] = []
  // One at a time: each part is large, and with the embedded database the portal's own process reads them.
  for (const part of manifest.database) read.push(await faultOf(part))
  const together = atMost(FILES_AT_ONCE)
  const ofFiles = files.map((file) => together(() => faultOf({ ...file, key: filesKey(file.key) })))
  const faults = [...read, ...(await Promise.all(ofFiles))].filter((fault) => fault !== '')
  if (faults.length > 0 || manifest.engine !== 'postgres') return faults
  const [first] = manifest.database
  const dump = first && (await place.read(first.key))
  return dump && Buffer.from(dump).includes(table) ? [] : ['databasen i den har inga tabeller']
}
