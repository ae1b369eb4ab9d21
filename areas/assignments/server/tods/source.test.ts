import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { feedWith, folderOf, rawZip, read, smallFeed, zipOf } from './feed-fixture.ts'
import type { RawEntry } from './feed-fixture.ts'
import { archiveFeed, formatProblem, readFeed } from './read-feed.ts'
import type { ReadOptions } from './read-feed.ts'

const entries: RawEntry[] = Object.entries(smallFeed).map(([name, data]) => ({ name, data }))
const mebibyte = 1024 * 1024

async function errorsOf(source: string | Buffer, limits?: ReadOptions['limits']): Promise<string[]> {
  const { feed, errors } = await readFeed(source, { limits })
  if (errors.length > 0) expect(feed).toBeNull()
  return errors.map(formatProblem)
}

describe('a source', () => {
  it('is a folder, a zip or the bytes of one, its files at the top or in one folder there', async () => {
    const { feed } = await read(smallFeed)
    expect(feed).not.toBeNull()
    const nested = Object.fromEntries(Object.entries(smallFeed).map(([name, text]) => [`feed 2026/${name}`, text]))
    const withStrangers = {
      ...nested,
      '__MACOSX/feed 2026/._stops.txt': 'x',
      'feed 2026/extra/stops.txt': 'x',
      'las.mig': 'x',
    }
    const folder = await folderOf({ 'feed.zip': zipOf(withStrangers) })
    for (const source of [
      await folderOf(smallFeed),
      await folderOf(withStrangers),
      join(folder, 'feed.zip'),
      zipOf(nested),
      rawZip([{ name: 'feed 2026/', data: '' }, ...entries.map((entry) => ({ ...entry, name: `./${entry.name}` }))]),
    ]) {
      const reading = await readFeed(source)
      expect(reading.errors).toEqual([])
      expect(reading.feed).toEqual(feed)
    }
  })

  it('may contain files that are stored uncompressed', async () => {
    const stored = rawZip(entries.map((entry) => ({ ...entry, method: 0 })))
    expect(await errorsOf(stored)).toEqual([])
    expect(stored.includes('Påstigning tjänst')).toBe(true)
  })

  it('must exist and contain a feed', async () => {
    const folder = await folderOf({ 'las.mig': 'x', 'tom/las.mig': 'x' })
    const none = 'Här finns inga GTFS- eller TODS-filer, till exempel run_events.txt. (inga-filer)'
    expect(await errorsOf(join(folder, 'saknas.zip'))).toEqual([
      `${folder}/saknas.zip: Det finns ingen fil eller mapp med det namnet. (källan-saknas)`,
    ])
    expect(await errorsOf(join(folder, 'las.mig', 'x'))).toEqual([
      `${folder}/las.mig/x: Det finns ingen fil eller mapp med det namnet. (källan-saknas)`,
    ])
    expect(await errorsOf(folder)).toEqual([`${folder}: ${none}`])
    expect(await errorsOf(zipOf({ 'a.csv': 'x' }))).toEqual([`arkivet: ${none}`])
    expect(await errorsOf(zipOf({}))).toEqual([`arkivet: ${none}`])
    expect(await errorsOf('/dev/null')).toEqual([
      '/dev/null: ”/dev/null” är varken en fil eller en mapp. (oläslig-källa)',
    ])
    expect(await errorsOf('a\0b')).toEqual(['a\0b: Filen eller mappen går inte att läsa. (oläslig-källa)'])
  })

  it('must have its files in one place', async () => {
    const split = zipOf({ 'a/stops.txt': 'stop_id\n1\n', 'b/trips.txt': 'trip_id\n1\n' })
    const message = 'Filerna ska ligga i en och samma mapp, men finns i'
    expect(await errorsOf(split)).toEqual([`arkivet: ${message} ”a/”, ”b/”. (flera-mappar)`])
    const twice = await folderOf({ ...smallFeed, 'gammal/stops.txt': 'stop_id\n1\n' })
    expect((await errorsOf(twice))[0]).toContain('(flera-mappar)')
  })
})

describe('a zip is refused', () => {
  it('that is not a zip, is cut short or damaged', async () => {
    const whole = zipOf(smallFeed)
    expect(await errorsOf(Buffer.from('stop_id\n1\n'))).toEqual(['arkivet: Filen är inget zip-arkiv. (ingen-zip)'])
    expect(await errorsOf(Buffer.alloc(0))).toEqual(['arkivet: Filen är inget zip-arkiv. (ingen-zip)'])
    const cut = 'arkivet: Arkivet är avbrutet eller skadat; hämta det på nytt. (skadad-zip)'
    for (const length of [3, 100, whole.length >> 1, whole.length - 1]) {
      expect(await errorsOf(whole.subarray(0, length))).toEqual([cut])
    }
    // The directory is complete, but some of the bytes before it are missing.
    expect(await errorsOf(whole.subarray(40))).toEqual([cut])
  })

  it('whose contents do not match its checksums', async () => {
    const bytes = rawZip([
      { name: 'vehicles.txt', data: 'vehicle_id\n1\n' },
      ...entries.filter((e) => e.name !== 'vehicles.txt'),
    ])
    // Byte 14 of the local header is not used; the checksum in the directory is.
    const directory = bytes.indexOf('PK\u0001\u0002')
    bytes.writeUInt32LE(1, directory + 16)
    expect(await errorsOf(bytes)).toEqual([
      'vehicles.txt: Filen är skadad: innehållet stämmer inte med arkivets kontrollsumma. (skadad-zip)',
    ])
  })

  it('with a path that leads out of it, whatever else it contains', async () => {
    for (const name of [
      '../stops.txt',
      'a/../../b.txt',
      '/etc/stops.txt',
      'C:/stops.txt',
      'c:stops.txt',
      'a\\b.txt',
      '..',
      'a\nb',
    ]) {
      const [line, ...more] = await errorsOf(rawZip([...entries, { name, data: 'x' }]))
      expect(line).toMatch(/^arkivet: Sökvägen ”.*” i arkivet leder ut ur det\. \(osäker-sökväg\)$/)
      expect(more).toEqual([])
    }
  })

  it('with a symbolic link', async () => {
    const link = { name: 'shapes.txt', data: '/etc/passwd', mode: 0o120777 }
    expect(await errorsOf(rawZip([...entries, link]))).toEqual([
      'arkivet: Arkivet innehåller en symbolisk länk, ”shapes.txt”. (symbolisk-länk)',
    ])
  })

  it('with a file twice', async () => {
    for (const name of ['stops.txt', './stops.txt', './/stops.txt']) {
      expect(await errorsOf(rawZip([...entries, { name, data: 'x' }]))).toEqual([
        'arkivet: Arkivet innehåller ”stops.txt” två gånger. (dubblettfil)',
      ])
    }
  })

  it('that is encrypted or compressed with an unknown method', async () => {
    const others = entries.filter(({ name }) => name !== 'vehicles.txt')
    const vehicles = { name: 'vehicles.txt', data: 'vehicle_id\n1\n' }
    expect(await errorsOf(rawZip([...others, { ...vehicles, flags: 1 }]))).toContain(
      'vehicles.txt: Filen är krypterad i arkivet. (krypterad-zip)',
    )
    expect(await errorsOf(rawZip([...others, { ...vehicles, method: 12 }]))).toContain(
      'vehicles.txt: Filen är packad med en metod som inte stöds; packa med vanlig zip. (skadad-zip)',
    )
  })

  it('with too many files', async () => {
    const many = Array.from({ length: 1001 }, (_, i) => ({ name: `${i}.txt`, data: '' }))
    expect(await errorsOf(rawZip(many))).toEqual(['arkivet: Arkivet har fler än 1\u00a0000 filer. (för-stort)'])
  })

  it('that is larger than allowed', async () => {
    const folder = await folderOf({ 'feed.zip': zipOf(smallFeed) })
    expect(await errorsOf(join(folder, 'feed.zip'), { archiveBytes: 100 })).toEqual([
      `${folder}/feed.zip: Arkivet är större än 100 byte. (för-stort)`,
    ])
  })
})

describe('a zip bomb is refused', () => {
  const zeros = Buffer.alloc(12 * mebibyte, '\n')

  it('by the size that its headers claim, also for a file that is not read', async () => {
    expect(await errorsOf(rawZip([...entries, { name: 'shapes.txt', data: zeros }]))).toEqual([
      'shapes.txt: Filen packas upp till mer än 200 gånger sin storlek i arkivet, som en zipbomb. (för-stort)',
    ])
    expect(await errorsOf(rawZip([...entries, { name: 'shapes.txt', data: 'x', claimedBytes: 0xfffffffe }]))).toEqual([
      'shapes.txt: Filen är större än 768 MiB uppackad. (för-stort)',
    ])
  })

  it('by the size that is unpacked, if its headers lie', async () => {
    const stops = { name: 'stops.txt', data: zeros, claimedBytes: 60 }
    expect(await errorsOf(rawZip([...entries.filter(({ name }) => name !== 'stops.txt'), stops]))).toEqual([
      'stops.txt: Filen packas upp till mer än vad arkivet uppger. (skadad-zip)',
    ])
  })

  it('by each limit on its own', async () => {
    const bomb = rawZip(entries.map((entry) => (entry.name === 'stops.txt' ? { ...entry, data: zeros } : entry)))
    const most = { ratio: 1e9, entryBytes: 1e9, totalBytes: 1e9 }
    const of = async (limits: ReadOptions['limits']) => (await errorsOf(bomb, { ...most, ...limits }))[0]
    expect(await of({ entryBytes: 4 * mebibyte })).toBe('stops.txt: Filen är större än 4 MiB uppackad. (för-stort)')
    expect(await of({ totalBytes: 12 * mebibyte })).toMatch(
      /: Filerna är tillsammans större än 12 MiB uppackade\. \(för-stort\)$/,
    )
    expect(await of({ ratio: 50 })).toMatch(/^stops\.txt: .* 50 gånger/)
  })

  it('as a folder too', async () => {
    const folder = await folderOf({ ...smallFeed, 'stops.txt': zeros })
    expect(await errorsOf(folder, { entryBytes: mebibyte })).toEqual([
      'stops.txt: Filen är större än 1 MiB uppackad. (för-stort)',
    ])
  })
})

describe('a folder is refused', () => {
  it('with a link that leads out of it, but not with one inside it', async () => {
    const outside = await folderOf({ 'stops.txt': smallFeed['stops.txt'] ?? '' })
    const folder = await folderOf(feedWith({ 'stops.txt': null }))
    await symlink(join(outside, 'stops.txt'), join(folder, 'stops.txt'))
    expect(await errorsOf(folder)).toEqual(['stops.txt: Filen är en symbolisk länk ut ur mappen. (symbolisk-länk)'])

    const inside = await folderOf({
      ...feedWith({ 'stops.txt': null }),
      'stops-2026.txt': smallFeed['stops.txt'] ?? '',
    })
    await symlink('stops-2026.txt', join(inside, 'stops.txt'))
    expect(await errorsOf(inside)).toEqual([])
  })

  it('with a broken link, or a folder named as a file', async () => {
    const folder = await folderOf(feedWith({ 'stops.txt': null }))
    await symlink('nowhere', join(folder, 'stops.txt'))
    expect(await errorsOf(folder)).toEqual(['stops.txt: Filen eller mappen går inte att läsa. (oläslig-källa)'])
    const named = await folderOf({ ...feedWith({ 'stops.txt': null }), 'stops.txt/x': '' })
    expect(await errorsOf(named)).toEqual(['stops.txt: Det är ingen vanlig fil. (oläslig-källa)'])
  })
})

describe('the archive of a feed', () => {
  it('is the same bytes for the same contents, from a folder or a zip, and reads the same', async () => {
    const folder = await folderOf({ ...smallFeed, 'las.mig': 'x' })
    const nested = zipOf(
      Object.fromEntries(
        Object.entries(smallFeed)
          .toReversed()
          .map(([name, text]) => [`f/${name}`, text]),
      ),
    )
    const archive = await archiveFeed(folder)
    expect((await archiveFeed(nested)).equals(archive)).toBe(true)
    expect((await archiveFeed(archive)).equals(archive)).toBe(true)
    expect((await readFeed(archive)).feed).toEqual((await read(smallFeed)).feed)
  })

  it('does not depend on the time zone of the machine', async () => {
    const zone = process.env.TZ
    const archives: string[] = []
    try {
      for (const tz of ['Pacific/Auckland', 'America/Los_Angeles']) {
        process.env.TZ = tz
        archives.push((await archiveFeed(zipOf(smallFeed))).toString('hex'))
      }
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    }
    expect(archives[0]).toBe(archives[1])
  })

  it('contains the files from the base too', async () => {
    const { 'run_events.txt': events = '', ...rest } = smallFeed
    const archive = await archiveFeed(await folderOf({ 'run_events.txt': events }), { base: await folderOf(rest) })
    expect((await readFeed(archive)).feed).toEqual((await read(smallFeed)).feed)
  })

  it('is refused if the source is', async () => {
    await expect(archiveFeed(Buffer.from('x'))).rejects.toThrow('Filen är inget zip-arkiv.')
    const bomb = rawZip([{ name: 'stops.txt', data: Buffer.alloc(mebibyte), claimedBytes: 9 }])
    await expect(archiveFeed(bomb)).rejects.toThrow('packas upp till mer')
  })
})
