import { counted } from '#platform/contract/counted.ts'
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { onlyTried, ImportRefused, type Importer, type ImportRequest, type Platform } from '#platform/server/area.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { companyOf } from '#platform/server/files/source-file.ts'
import { knownItems, publish } from '../publish.ts'
import { itemsOf, removeItem } from '../remove-items.ts'
import type { Channel } from '../store.ts'
import { allowedBy, fetchAllowed, NotFetched, type Web } from './fetch.ts'
import { readFeed, type FeedItem, type ReadFeed } from './read-feed.ts'
import { takeFiles, type Taker } from './take-files.ts'
import { BadXml } from './xml.ts'

type Tell = (line: string) => void

const MEGABYTE = 1024 * 1024
const LARGEST_FILE = 64 * MEGABYTE
const LARGEST_FEED = { bytes: 16 * MEGABYTE, milliseconds: 30_000 }

/** Imports news from a feed or a WordPress export. Each item is imported once, by its guid; a changed item replaces its old version. */
export const newsImporter = (web: Web): Importer => ({
  kind: 'news',
  usage:
    'news <fil eller adress> --company <bolag> --to region:<område>|koncern [--dry-run] (--remove tar bort de nyheter som finns i filen)',
  options: { to: 'string', remove: 'boolean' },
  nameOf: ({ source, options: { to } }) => (to === undefined ? null : [to, addressOf(source)].join(' ').trim()),
  ifBrokenOff: 'De nyheter som är inlästa ligger kvar. Samma import igen tar resten.',
  async run(request, platform, tell) {
    companyOf(platform, request.company)
    const channel = await channelOf(request, platform)
    const sources = platform.variants.all
      .filter(({ company }) => company?.id === request.company)
      .flatMap(({ newsSources }) => newsSources)
    const allows = allowedBy(sources)
    const feed = await readSource(request.source, {
      allows,
      web,
      timeZone: platform.variants.timeZoneOf(request.company),
    })
    tell(`Läste ${counted(feed.items.length, 'nyhet', 'nyheter')} ur ${feed.title || basename(request.source ?? '')}.`)
    if (feed.locked > 0) tell(`${feed.locked} inlägg som skyddas av lösenord utelämnades.`)
    const remove = request.options['remove'] !== undefined
    const inFile = remove ? feed.items.map(({ guid }) => guid) : []
    const toRemove = await itemsOf(platform.db, channel, [...inFile, ...feed.withdrawn])
    if (toRemove.length > 0 && feed.items.length === 0 && !remove)
      throw new ImportRefused([allWithdrawn(toRemove.length)])
    if (toRemove.length > 0 || remove)
      tell(`${counted(toRemove.length, 'nyhet', 'nyheter')} tas bort, med kommentarer och filer.`)
    const items = remove ? [] : await differing(platform, channel, feed.items, tell)
    if (request.dryRun) return tell(onlyTried)
    for (const item of toRemove) await removeItem(platform, item)
    if (remove) return tell('Klart.')
    const taker = { allows, web, folder: join(platform.config.dataDir, 'incoming'), silences: new Map(), tell }
    // Of items with the same date, or none, the last to come in is listed first.
    const inOrder = feed.newestFirst ? items.toReversed() : items
    await publishAll(platform, channel, { items: inOrder, author: feed.title }, taker)
  },
})

/** A site that is closed has no published post left: what has moved to the portal, with its comments, is not to go with it. */
const allWithdrawn = (count: number) =>
  `Exporten har inga publicerade nyheter, och ${counted(count, 'av dem i portalen är inte längre publicerad', 'av dem i portalen är inte längre publicerade')} där. Ingenting har ändrats. Ska de bort också här: --remove.`

/** Host and path of an address, without a password or key that it may have; empty for a file, whose name may be another each time. */
function addressOf(source: string | null): string {
  const url = source === null || !/^https?:/i.test(source) ? null : URL.parse(source)
  return url === null ? '' : `${url.host}${url.pathname}`
}

async function channelOf({ company, options }: ImportRequest, { db }: Platform): Promise<Channel> {
  const { to } = options
  if (to === 'koncern') return 'group'
  const area = /^region:(.+)$/.exec(to ?? '')?.[1]?.trim()
  if (!area) throw new ImportRefused(['Ange vart nyheterna ska: --to region:<område> eller --to koncern.'])
  const claim = selected({ area: columnsOf<PeopleTables['employee_claims']>('c')('value') })
  const { rows } = await sql<RowOf<typeof claim>>`
    select distinct ${claim} from employee_claims c join employees e on e.id = c.employee_id
    where e.company = ${company} and e.active and c.type = 'IntraCompanyArea' order by 1`.execute(db)
  const areas = rows.map((row) => row.area)
  if (!areas.includes(area)) {
    throw new ImportRefused([
      `${company} har inget område som heter ${area}.`,
      `Områden: ${areas.join(', ') || 'inga'}`,
    ])
  }
  return { company, area }
}

async function readSource(
  source: string | null,
  { allows, web, timeZone }: { allows: (url: URL) => boolean; web: Web; timeZone: string },
): Promise<ReadFeed> {
  if (!source) throw new ImportRefused(['Ange en fil eller en adress att läsa.'])
  try {
    if (!/^https?:/i.test(source)) return readFeed(await readSmall(source), null, timeZone)
    const { bytes, url } = await fetchAllowed(source, allows, web, LARGEST_FEED)
    return readFeed(bytes, url.href, timeZone)
  } catch (error) {
    if (error instanceof BadXml) throw new ImportRefused([`${basename(source)}: ${error.message}`])
    if (error instanceof NotFetched) {
      throw new ImportRefused([
        `${source} kunde inte hämtas: ${error.message}.`,
        'Listan är newsSources i bolagets variant.json.',
      ])
    }
    throw error
  }
}

async function readSmall(path: string): Promise<Buffer> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new ImportRefused([`${path} finns inte.`])
  if (found.size > LARGEST_FILE) throw new ImportRefused([`${path} är större än ${LARGEST_FILE / MEGABYTE}\u00a0MB.`])
  return readFile(path)
}

interface Hashed extends FeedItem {
  readonly contentHash: string
  /** How many files an earlier, incomplete import of the same version has stored; null if there was none. */
  readonly taken: number | null
}

/** The items that are new or have changed. If a guid occurs twice, the last item counts. */
async function differing(
  { db }: Platform,
  channel: Channel,
  items: readonly FeedItem[],
  tell: Tell,
): Promise<readonly Hashed[]> {
  const known = await knownItems(db, channel)
  const byGuid = new Map(
    items.map((item) => {
      const contentHash = hashOf(item)
      return [item.guid, { ...item, contentHash, taken: takenOf(known.get(item.guid), contentHash) }]
    }),
  )
  const hashed = [...byGuid.values()]
  const news = hashed.filter(({ guid }) => !known.has(guid))
  const changed = hashed.filter(({ guid, contentHash }) => known.has(guid) && known.get(guid) !== contentHash)
  const rest = hashed.length - news.length - changed.length
  const undated = news.filter(({ published }) => published === null).length
  if (undated > 0) {
    tell(`${counted(undated, 'nyhet', 'nyheter')} har inget datum som går att läsa och dateras nu.`)
  }
  tell(
    `Skillnad: ${counted(news.length, 'ny', 'nya')}, ${counted(changed.length, 'ändrad', 'ändrade')}, ${counted(rest, 'oförändrad', 'oförändrade')}.`,
  )
  return [...news, ...changed]
}

const hashOf = (item: FeedItem) => createHash('sha256').update(JSON.stringify(item)).digest('base64url')

/** The stored hash of an item of which some files could not be fetched. It never equals a content hash, so the next import tries again. */
const incompleteHash = (taken: number, hash: string) => `incomplete:${taken}:${hash}`

function takenOf(stored: string | undefined, hash: string): number | null {
  const [, taken, of] = /^incomplete:(\d+):(.+)$/.exec(stored ?? '') ?? []
  return of === hash ? Number(taken) : null
}

async function publishAll(
  platform: Platform,
  channel: Channel,
  { items, author }: { items: readonly Hashed[]; author: string },
  taker: Taker,
): Promise<void> {
  const count = { items: 0, pictures: 0, attachments: 0, missing: 0 }
  for (const [index, item] of items.entries()) {
    const { pictures, attachments, missing, incomplete, body } = await takeFiles(item, taker)
    const taken = pictures.size + attachments.length
    count.missing += missing
    // The stored version stays until more of its files can be fetched.
    if (incomplete && item.taken !== null && taken <= item.taken) continue
    await publish(platform, channel, {
      ...item,
      body,
      pictures,
      attachments,
      authorName: item.author || author,
      publishedAt: item.published ? new Date(item.published) : null,
      contentHash: incomplete ? incompleteHash(taken, item.contentHash) : item.contentHash,
    })
    count.items++
    count.pictures += pictures.size
    count.attachments += attachments.length
    if ((index + 1) % 100 === 0) taker.tell(`${index + 1} av ${items.length} nyheter inlagda`)
  }
  taker.tell(
    `Klart: ${counted(count.items, 'nyhet inlagd', 'nyheter inlagda')}, med ${counted(count.pictures, 'bild', 'bilder')} och ${counted(count.attachments, 'bilaga', 'bilagor')}. ` +
      `Utelämnade bilder och filer: ${count.missing}.`,
  )
}
