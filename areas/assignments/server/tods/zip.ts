import { readFile, stat } from 'node:fs/promises'
import { fromBufferPromise, getFileNameLowLevel } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { Guard, refuseRatio, refuseSize, size } from './guard.ts'
import type { Limits } from './limits.ts'
import { FeedFault, fileMissing, quoted, swedishNumber } from './problems.ts'
import { feedFilesAmong } from './root.ts'
import type { FeedFiles } from './feed-files.ts'

interface Found {
  readonly segments: readonly string[]
  readonly entry: Entry
}

const broken = 'Arkivet är avbrutet eller skadat; hämta det på nytt.'

/** Reads a zip's list of files. The zip is held in memory: yauzl's file reader throws errors that cannot be caught. */
export async function openZip(source: string | Buffer, limits: Limits): Promise<FeedFiles> {
  const name = typeof source === 'string' ? source : 'arkivet'
  const bytes = typeof source === 'string' ? await bytesOfFile(source, limits) : source
  const zip = await openArchive(name, bytes)
  const files = feedFilesAmong(name, await entriesOf(name, zip, limits))
  const guard = new Guard(limits)
  return {
    names: new Set(files.keys()),
    open(file) {
      const found = files.get(file)
      if (!found) throw fileMissing(file)
      const { entry } = found
      const claim = { packedBytes: entry.compressedSize, bytes: entry.uncompressedSize, crc32: entry.crc32 }
      return guard.watch(file, inflate(file, zip, entry), claim)
    },
  }
}

async function bytesOfFile(path: string, limits: Limits): Promise<Buffer> {
  try {
    if ((await stat(path)).size <= limits.archiveBytes) return await readFile(path)
  } catch {
    throw new FeedFault({ file: path }, 'oläslig-källa', 'Filen går inte att läsa.')
  }
  throw new FeedFault({ file: path }, 'för-stort', `Arkivet är större än ${size(limits.archiveBytes)}.`)
}

async function openArchive(name: string, bytes: Buffer): Promise<ZipFile> {
  try {
    // The library neither decodes names nor checks sizes. Both are checked here, so that each refusal gets its own message.
    const zip = await fromBufferPromise(bytes, { decodeStrings: false, validateEntrySizes: false })
    zip.on('error', () => {})
    return zip
  } catch {
    const begun = bytes.subarray(0, 2).toString('latin1') === 'PK'
    if (begun) throw new FeedFault({ file: name }, 'skadad-zip', broken)
    throw new FeedFault({ file: name }, 'ingen-zip', 'Filen är inget zip-arkiv.')
  }
}

async function entriesOf(source: string, zip: ZipFile, limits: Limits): Promise<Found[]> {
  const found: Found[] = []
  const seen = new Set<string>()
  let total = 0
  if (zip.entryCount > limits.entries) throw tooMany(source, limits)
  for (const entry of await allEntries(source, zip, limits)) {
    const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
    const segments = safeSegments(source, name)
    if (((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000) {
      throw new FeedFault({ file: source }, 'symbolisk-länk', `Arkivet innehåller en symbolisk länk, ${quoted(name)}.`)
    }
    if (name.endsWith('/')) continue
    const path = segments.join('/')
    if (seen.has(path))
      throw new FeedFault({ file: source }, 'dubblettfil', `Arkivet innehåller ${quoted(path)} två gånger.`)
    seen.add(path)
    total += entry.uncompressedSize
    refuseSize(path, entry.uncompressedSize, total, limits)
    refuseRatio(path, entry.uncompressedSize, entry.compressedSize, limits)
    found.push({ segments, entry })
  }
  return found
}

async function allEntries(source: string, zip: ZipFile, limits: Limits): Promise<Entry[]> {
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch {
    throw new FeedFault({ file: source }, 'skadad-zip', broken)
  }
  if (entries.length > limits.entries) throw tooMany(source, limits)
  return entries
}

function tooMany(source: string, limits: Limits): FeedFault {
  return new FeedFault({ file: source }, 'för-stort', `Arkivet har fler än ${swedishNumber(limits.entries)} filer.`)
}

function safeSegments(source: string, name: string): string[] {
  const segments = name.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (/^\/|^[a-z]:|\\|\p{Cc}/iu.test(name) || segments.includes('..')) {
    throw new FeedFault({ file: source }, 'osäker-sökväg', `Sökvägen ${quoted(name)} i arkivet leder ut ur det.`)
  }
  return segments
}

async function* inflate(file: string, zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw new FeedFault({ file }, 'krypterad-zip', 'Filen är krypterad i arkivet.')
  if (!entry.canDecodeFileData()) {
    throw new FeedFault({ file }, 'skadad-zip', 'Filen är packad med en metod som inte stöds; packa med vanlig zip.')
  }
  try {
    const stream = await zip.openReadStreamPromise(entry)
    // An error after the reader has finished would otherwise have no listener.
    stream.on('error', () => {})
    for await (const chunk of stream) yield chunk as Buffer
  } catch (cause) {
    throw cause instanceof FeedFault ? cause : new FeedFault({ file }, 'skadad-zip', broken)
  }
}
