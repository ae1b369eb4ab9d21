import { createHash } from 'node:crypto'
import { instantsOf } from '#platform/contract/instants.ts'
import { escapeText } from '../rich-text.ts'
import { paragraphed } from './paragraphs.ts'
import { BadXml, decodeXml, elements, htmlOf, readXml, textOf, type XmlElement } from './xml.ts'

/** An item as it is in the feed, with its HTML unchanged. */
export interface FeedItem {
  readonly guid: string
  readonly title: string
  readonly intro: string
  readonly body: string
  readonly base: string | null
  readonly author: string
  /** Null if the feed gives no readable date. */
  readonly published: string | null
  readonly enclosures: readonly Enclosure[]
}

interface Enclosure {
  readonly url: string
  readonly type: string
}

export interface ReadFeed {
  readonly title: string
  readonly items: readonly FeedItem[]
  /** Whether its newest items come first, as in a feed; an export has its oldest first. */
  readonly newestFirst: boolean
  /** How many posts of an export are left out because they require a password. */
  readonly locked: number
  /** The guids of posts of an export that are there, but no longer for everybody. */
  readonly withdrawn: readonly string[]
}

const MOST_NEWS = 10_000
/** Of everything in a file: an export has pages, menus and each picture as items too. */
const MOST_ITEMS = 100_000
const uris = {
  atom: 'http://www.w3.org/2005/Atom',
  content: 'http://purl.org/rss/1.0/modules/content/',
  dc: 'http://purl.org/dc/elements/1.1/',
  excerpt: /^http:\/\/wordpress\.org\/export\/[\d.]+\/excerpt\/$/,
  wordpress: /^http:\/\/wordpress\.org\/export\/[\d.]+\/$/,
}

const isItem = ({ name, uri }: XmlElement) => (name === 'item' && uri === '') || (name === 'entry' && uri === uris.atom)

/**
 * Reads RSS 2.0, Atom or WordPress' WXR 1.2. `address` is where it was fetched, and `timeZone` that of times without one. Throws BadXml.
 */
export function readFeed(bytes: Buffer, address: string | null, timeZone: string): ReadFeed {
  const found: XmlElement[] = []
  const root = readXml(decodeXml(bytes), isItem, (item) => {
    if (found.length >= MOST_ITEMS) throw new BadXml(`fler än ${MOST_ITEMS} poster`)
    found.push(item)
  })
  if (root?.name === 'feed' && root.uri === uris.atom) {
    const title = plain(child(root, 'title', uris.atom))
    const origin = originOf(root, { link: alternate(root), address, title, timeZone })
    return { title, items: notTooMany(found).map((entry) => fromAtom(entry, origin)), newestFirst: true, ...allPublic }
  }
  const channel = root?.name === 'rss' ? child(root, 'channel', '') : undefined
  if (!channel) throw new BadXml('filen är varken RSS 2.0, Atom eller WordPress-export (WXR)')
  const isExport = elements(channel).some(({ name, uri }) => name === 'wxr_version' && uris.wordpress.test(uri))
  const title = plain(child(channel, 'title', ''))
  const origin = originOf(channel, { link: plain(child(channel, 'link', '')), address, title, timeZone })
  const read = isExport
    ? fromExport(found, { channel, origin })
    : { items: notTooMany(found).map((item) => fromRss(item, origin)), ...allPublic }
  return { title, newestFirst: !isExport, ...read }
}

const allPublic = { locked: 0, withdrawn: [] } as const

function notTooMany(news: readonly XmlElement[]): readonly XmlElement[] {
  if (news.length > MOST_NEWS) throw new BadXml(`fler än ${MOST_NEWS} nyheter`)
  return news
}

/** What an item inherits from its feed. */
interface Origin {
  /** Distinguishes the feed from others: a guid that is not a URI is unique only within its feed. */
  readonly name: string
  /** What addresses are relative to if the item has no link. */
  readonly base: string | null
  readonly timeZone: string
}

function originOf(
  feed: XmlElement,
  { link, address, title, timeZone }: { link: string; address: string | null; title: string; timeZone: string },
): Origin {
  const written = webAddress(feed.attributes['xml:base'], address)
  const own = webAddress(link, written ?? address)
  return { name: own ?? address ?? title, base: written ?? own ?? address, timeZone }
}

const absoluteUri = /^(?:[a-z][a-z\d+.-]*:\/\/|urn:|tag:)/i
const guidWithin = (feed: string, guid: string) => (guid === '' || absoluteUri.test(guid) ? guid : `${feed}#${guid}`)

function child(parent: XmlElement, name: string, uri: string | RegExp): XmlElement | undefined {
  return elements(parent).find(
    (element) => element.name === name && (typeof uri === 'string' ? element.uri === uri : uri.test(element.uri)),
  )
}

const plain = (element: XmlElement | undefined) => (element ? textOf(element).trim() : '')

/** The name without an e-mail address: RSS prescribes `anna@example.se (Anna Ek)`, and some feeds have only the address. */
function nameIn(author: XmlElement | undefined): string {
  const text = plain(author)
  if (!text.includes('@')) return text
  const words = text.split(/[\s()<>"]+/).filter((word) => !/.@./.test(word))
  return words.join(' ').replace(/,$/, '').trim()
}

function fromRss(item: XmlElement, { name, base, timeZone }: Origin): FeedItem {
  const [description, encoded] = [plain(child(item, 'description', '')), plain(child(item, 'encoded', uris.content))]
  const link = plain(child(item, 'link', ''))
  const date = plain(child(item, 'pubDate', '')) || plain(child(item, 'date', uris.dc))
  const read = {
    guid: guidWithin(name, plain(child(item, 'guid', '')) || link),
    title: plain(child(item, 'title', '')),
    intro: encoded ? description : '',
    body: encoded || description,
    base: webAddress(link, base) ?? base,
    author: nameIn(child(item, 'creator', uris.dc)) || nameIn(child(item, 'author', '')),
    published: dateOf(date, timeZone),
    enclosures: elements(item)
      .filter(({ name, uri }) => name === 'enclosure' && uri === '')
      .map(({ attributes }) => ({ url: attributes['url'] ?? '', type: attributes['type'] ?? '' })),
  }
  return named(read, date)
}

const atomLinks = (element: XmlElement) =>
  elements(element).filter(({ name, uri }) => name === 'link' && uri === uris.atom)

const alternate = (element: XmlElement): string =>
  atomLinks(element).find(({ attributes }) => (attributes['rel'] ?? 'alternate') === 'alternate')?.attributes['href'] ??
  ''

function fromAtom(entry: XmlElement, origin: Origin): FeedItem {
  const link = alternate(entry)
  const base = webAddress(entry.attributes['xml:base'], origin.base) ?? origin.base
  const [content, summary] = [atomHtml(entry, 'content'), atomHtml(entry, 'summary')]
  const author = child(entry, 'author', uris.atom)
  const date = plain(child(entry, 'published', uris.atom)) || plain(child(entry, 'updated', uris.atom))
  const read = {
    guid: plain(child(entry, 'id', uris.atom)) || guidWithin(origin.name, link),
    title: atomHtml(entry, 'title'),
    intro: content ? summary : '',
    body: content || summary,
    base:
      webAddress(link, base) ?? webAddress(child(entry, 'content', uris.atom)?.attributes['xml:base'], base) ?? base,
    author: author ? nameIn(child(author, 'name', uris.atom)) : '',
    published: dateOf(date, origin.timeZone),
    enclosures: atomLinks(entry)
      .filter(({ attributes }) => attributes['rel'] === 'enclosure')
      .map(({ attributes }) => ({ url: attributes['href'] ?? '', type: attributes['type'] ?? '' })),
  }
  return named(read, date)
}

function atomHtml(entry: XmlElement, name: string): string {
  const element = child(entry, name, uris.atom)
  if (!element) return ''
  const { type = 'text', src } = element.attributes
  if (src !== undefined) return ''
  if (type === 'xhtml') return htmlOf(element)
  return type === 'html' || type === 'text/html' ? textOf(element) : escapeText(textOf(element))
}

const wordpress = (item: XmlElement, name: string) => plain(child(item, name, uris.wordpress))

/** The names of an export's accounts by their logins, which are all that a post has of its author. */
const accountNames = (channel: XmlElement): ReadonlyMap<string, string> =>
  new Map(
    elements(channel)
      .filter(({ name, uri }) => name === 'author' && uris.wordpress.test(uri))
      .map((author) => [
        wordpress(author, 'author_login'),
        nameIn(child(author, 'author_display_name', uris.wordpress)),
      ]),
  )

/** The published posts of an export that anybody may read, with their attachments. */
function fromExport(
  items: readonly XmlElement[],
  { channel, origin }: { readonly channel: XmlElement; readonly origin: Origin },
): Pick<ReadFeed, 'items' | 'locked' | 'withdrawn'> {
  const names = accountNames(channel)
  const attached = Map.groupBy(
    items.filter((item) => wordpress(item, 'post_type') === 'attachment'),
    (item) => wordpress(item, 'post_parent'),
  )
  const posts = items.filter((item) => wordpress(item, 'post_type') === 'post')
  const published = posts.filter((item) => wordpress(item, 'status') === 'publish')
  const open = published.filter((item) => wordpress(item, 'post_password') === '')
  const read = notTooMany(open).map((item) => {
    const rss = fromRss(item, origin)
    const gmt = wordpress(item, 'post_date_gmt')
    const content = plain(child(item, 'encoded', uris.content))
    const files = (attached.get(wordpress(item, 'post_id')) ?? []).map((file) => wordpress(file, 'attachment_url'))
    return {
      ...rss,
      body: paragraphed(content),
      intro: plain(child(item, 'encoded', uris.excerpt)),
      author: names.get(plain(child(item, 'creator', uris.dc))) || rss.author,
      published:
        dateOf(/^\d{4}-/.test(gmt) && !gmt.startsWith('0000') ? `${gmt.replace(' ', 'T')}Z` : '', origin.timeZone) ??
        rss.published,
      enclosures: [...rss.enclosures, ...besides(content, files)],
    }
  })
  // A copied post has the guid of the one that it was copied from.
  const guids = new Set(read.map(({ guid }) => guid))
  const withdrawn = posts.map((item) => fromRss(item, origin).guid).filter((guid) => !guids.has(guid))
  return { items: read, locked: published.length - open.length, withdrawn }
}

/** The files of a post without the pictures that its text has where they belong. It does not have those of a gallery, which WordPress fills in. */
function besides(content: string, files: readonly string[]): Enclosure[] {
  const named = new Set(content.split(/[\s"'<>()[\]=,/?#]+/).map(unsized))
  return files.flatMap((url) => {
    const format = pictureFormat.exec(url)?.[1]
    if (format === undefined) return { url, type: '' }
    return named.has(unsized(url.slice(url.lastIndexOf('/') + 1))) ? [] : { url, type: `image/${format}` }
  })
}

const pictureFormat = /\.(jpe?g|png|gif|webp|avif|svg)$/i

/** The name of a file without what WordPress adds to it for a copy in another size: 'buss-300x200.jpg'. */
const unsized = (file: string) => file.replace(/(?:-\d+x\d+|-scaled)(?=\.\w+$)/, '')

/**
 * Without a guid or a link, an item is identified by its content. Its date as written counts as JavaScript reads it, as in earlier versions:
 * otherwise what they have imported would come a second time.
 */
function named(item: FeedItem, date: string): FeedItem {
  const guid =
    item.guid ||
    createHash('sha256')
      .update(JSON.stringify([item.title, plausibleTime(new Date(date)), item.body]))
      .digest('hex')
  return { ...item, guid: guid.length > 500 ? createHash('sha256').update(guid).digest('hex') : guid }
}

function webAddress(link: string | undefined, base: string | null): string | null {
  const url = link ? URL.parse(link, base ?? undefined) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

const endsInTime = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/

function dateOf(text: string, timeZone: string): string | null {
  const hasNoZone = endsInTime.test(text)
  // The names of Sweden's zone, which JavaScript does not read.
  const zoned = text.replace(/\bCET$/, '+0100').replace(/\bCEST$/, '+0200')
  const at = plausibleTime(new Date(hasNoZone ? `${text}Z` : zoned))
  return at === null || !hasNoZone ? at : instantsOf(timeZone, at.slice(0, 19))[0].toISOString()
}

/** The instant in ISO 8601; null if it is invalid, or in a year in which no news is published. */
function plausibleTime(at: Date): string | null {
  const year = at.getUTCFullYear()
  return year >= 1990 && year <= 2200 ? at.toISOString() : null
}
