import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { documentExtensions, extensionOf } from '#core/documents/rules.ts'
import { MAX_BYTES } from '#core/pictures/server/receive.ts'
import { NoPicture, remakePicture } from '#core/pictures/server/remake.ts'
import { sanitise } from '../rich-text.ts'
import type { Enclosed, Picture } from '../publish.ts'
import { fetchAllowed, NotFetched, type Web } from './fetch.ts'
import type { FeedItem } from './read-feed.ts'

export interface Taker {
  readonly allows: (url: URL) => boolean
  readonly web: Web
  /** Where a picture is stored while it is re-encoded. */
  readonly folder: string
  /** By origin, how many times in a row its server has not answered. */
  readonly silences: Map<string, number>
  tell(line: string): void
}

export interface TakenFiles {
  /** The body, with enclosed pictures at its beginning. */
  readonly body: string
  readonly pictures: ReadonlyMap<string, Picture>
  readonly attachments: readonly Enclosed[]
  /** How many pictures and files were left out. */
  readonly missing: number
  /** Whether another attempt may get some of them. */
  readonly incomplete: boolean
}

const MOST_PICTURES = 40
const MOST_FILES = 20
const MILLISECONDS = 20_000
/** After this many missing answers in a row, this import asks the server no more. Waiting for each of its pictures could take days. */
const MOST_SILENCES = 3
/** In pixels. A smaller picture is a tracking pixel. */
const SMALLEST_SIDE = 4

/** Imports an item's pictures and files. Those that cannot be imported are reported and left out. */
export async function takeFiles(item: FeedItem, taker: Taker): Promise<TakenFiles> {
  const body = withEnclosedPictures(item)
  const pictures = new Map<string, Picture>()
  const attachments: Enclosed[] = []
  let missing = 0
  let incomplete = false
  const leave = (address: string, why: NotFetched | NoPicture) => {
    missing++
    if (why instanceof NotFetched && why.passing) incomplete = true
    taker.tell(`Utelämnat ur ”${item.title.slice(0, 60)}”: ${address.slice(0, 120)} (${why.message})`)
  }
  const addresses = picturesIn(body, item.base)
  for (const address of addresses.slice(0, MOST_PICTURES)) {
    const taken = await takePicture(address, taker).catch(why)
    if (taken instanceof Error) leave(address, taken)
    else pictures.set(address, taken)
  }
  const files = item.enclosures.filter(({ type }) => !type.startsWith('image/'))
  for (const { url } of files.slice(0, MOST_FILES)) {
    const taken = await takeDocument(url, item.base, taker).catch(why)
    if (taken instanceof Error) leave(url, taken)
    else attachments.push(taken)
  }
  missing += Math.max(addresses.length - MOST_PICTURES, 0) + Math.max(files.length - MOST_FILES, 0)
  return { body, pictures, attachments, missing, incomplete }
}

/** The expected failures of outside sources; any other error is our own and is rethrown. */
function why(error: unknown): NotFetched | NoPicture {
  if (error instanceof NotFetched || error instanceof NoPicture) return error
  throw error
}

function withEnclosedPictures({ body, base, enclosures }: FeedItem): string {
  const there = new Set(picturesIn(body, base))
  const enclosed = enclosures.filter(({ type, url }) => {
    const address = URL.parse(url, base ?? undefined)?.href
    return type.startsWith('image/') && address !== undefined && !there.has(address)
  })
  return enclosed.map(({ url }) => `<figure><img src="${url.replaceAll('"', '%22')}" alt=""></figure>`).join('') + body
}

function picturesIn(body: string, base: string | null): string[] {
  const found = new Set<string>()
  sanitise(body, {
    base,
    picture: (address) => {
      found.add(address)
      return null
    },
  })
  return [...found]
}

/** Throws NotFetched, and does so without a request if the server has not answered MOST_SILENCES times in a row. */
async function fetchFor({ allows, web, silences }: Taker, address: string): ReturnType<typeof fetchAllowed> {
  const origin = URL.parse(address)?.origin ?? ''
  const times = silences.get(origin) ?? 0
  if (times >= MOST_SILENCES) throw new NotFetched('servern svarade inte på de förra', true)
  try {
    const fetched = await fetchAllowed(address, allows, web, { bytes: MAX_BYTES, milliseconds: MILLISECONDS })
    silences.delete(origin)
    return fetched
  } catch (error) {
    if (error instanceof NotFetched && error.silent) silences.set(origin, times + 1)
    else silences.delete(origin)
    throw error
  }
}

async function takePicture(address: string, taker: Taker): Promise<Picture> {
  const bytes = inline(address) ?? (await fetchFor(taker, address)).bytes
  const { folder } = taker
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
    const { full } = await remakePicture(path, 'import')
    const { width, height } = await sharp(full).metadata()
    if (width < SMALLEST_SIDE || height < SMALLEST_SIDE) throw new NoPicture('Bilden visar ingenting.')
    return { jpeg: full, width, height }
  } finally {
    await rm(path, { force: true })
  }
}

/** The bytes of a picture in a data: address. */
function inline(address: string): Buffer | null {
  const data = /^data:image\/[\w.+-]+;base64,([\w+/=%\s-]+)$/i.exec(address)?.[1]
  if (data === undefined) return null
  if (data.length > MAX_BYTES * 1.5) throw new NotFetched('filen är för stor')
  return Buffer.from(data.replaceAll(/%3d/gi, '='), 'base64')
}

async function takeDocument(address: string, base: string | null, taker: Taker): Promise<Enclosed> {
  const url = URL.parse(address, base ?? undefined)
  if (!url) throw new NotFetched('ingen adress')
  const fileName = nameIn(url)
  if (!documentExtensions.includes(extensionOf(fileName))) throw new NotFetched('filtypen tas inte emot')
  const { bytes, contentType } = await fetchFor(taker, url.href)
  if (/^text\/html/i.test(contentType)) throw new NotFetched('servern svarade med en webbsida')
  return { fileName, bytes }
}

function nameIn({ pathname }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1)
  let name = last
  try {
    name = decodeURIComponent(last)
  } catch {
    // Not percent-encoded correctly: used unchanged.
  }
  return name.toWellFormed().replaceAll(unwanted, '').slice(-120)
}

// Slashes, and characters that make a name look different from what it is.
// oxlint-disable-next-line no-control-regex -- the expression is meant to remove them
const unwanted = /[\u0000-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/g
