import { LRUCache } from 'lru-cache'
import sanitizeHtml from 'sanitize-html'
import { allowedElements, goneWithContent, safeAttribute, shownAs } from '#platform/contract/rich-text.ts'

/** Deeper than any real text; a browser's parser stops at 512. */
const DEEPEST = 60

const attributes = ['href', 'data-image-id', 'alt', 'width', 'height', 'start', 'colspan', 'rowspan', 'scope']

/** A picture in the portal's own store that takes the place of one in the text. */
export interface PlacedPicture {
  readonly imageId: string
  readonly width: number
  readonly height: number
}

/** How text from an outside source is imported: what its addresses are relative to, and what became of its pictures. */
export interface Taking {
  readonly base: string | null
  /** Null if the picture was not imported: it is left out. */
  readonly picture: (address: string) => PlacedPicture | null
}

function transformer(taking: Taking | null) {
  return function withSafeAttributes(tagName: string, given: sanitizeHtml.Attributes): sanitizeHtml.Tag {
    const name = shownAs(tagName)
    if (!name) return { tagName, attribs: {} }
    const attribs: sanitizeHtml.Attributes = {}
    for (const [attribute, value] of Object.entries(taking ? taken(name, given, taking) : given)) {
      const safe = safeAttribute(name, attribute, value)
      if (safe !== null) attribs[attribute] = safe
    }
    return { tagName: name, attribs }
  }
}

function taken(name: string, given: sanitizeHtml.Attributes, { base, picture }: Taking): sanitizeHtml.Attributes {
  if (name === 'a') return { href: absolute(given['href'] ?? '', base) ?? '' }
  if (name !== 'img') return given
  // An outside text cannot contain one of the portal's own pictures, whatever its attributes claim.
  const address = absolute(given['src'] ?? '', base)
  const placed = address === null ? null : picture(address)
  if (!placed) return {}
  const { imageId, width, height } = placed
  return { 'data-image-id': imageId, alt: given['alt'] ?? '', width: String(width), height: String(height) }
}

function absolute(address: string, base: string | null): string | null {
  return URL.parse(address.trim(), base ?? undefined)?.href ?? null
}

const optionsFor = (taking: Taking | null): sanitizeHtml.IOptions => ({
  allowedTags: [...allowedElements],
  allowedAttributes: { '*': attributes },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: [...goneWithContent],
  nestingLimit: DEEPEST,
  transformTags: { '*': transformer(taking) },
  // A picture that is not in the portal's own store is not shown: no hot links, no trackers.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['data-image-id'],
  parseStyleAttributes: false,
})

const own = optionsFor(null)

// The same texts are sent again and again, and cleaning one costs more than the rest of a list's answer. The cache key is the text itself,
// so what is sent is always the sanitizer's result for the stored text.
const cleaned = new LRUCache<string, { readonly html: string }>({
  max: 5000,
  maxSize: 8_000_000,
  sizeCalculation: ({ html }, text) => html.length + text.length + 1,
})

/** Removes from HTML what platform/contract/rich-text.ts does not allow. Idempotent: done when stored and when sent. */
export function sanitise(html: string, taking?: Taking): string {
  if (taking) return cleanedOf(html, optionsFor(taking))
  let known = cleaned.get(html)
  if (!known) {
    known = { html: cleanedOf(html, own) }
    cleaned.set(html, known)
  }
  return known.html
}

function cleanedOf(html: string, options: sanitizeHtml.IOptions): string {
  // oxlint-disable-next-line no-control-regex -- PostgreSQL stores no NUL
  return sanitizeHtml(html.toWellFormed().replaceAll('\u0000', ''), options).trim()
}

/** The text without markup, with a space between paragraphs; `without` names elements that are left out with their text. */
export function wordsOf(html: string, without: readonly string[] = []): string {
  // The pattern stops at the next tag: otherwise a text of nothing but '<br ' would be read to its end from each of them.
  const text = sanitizeHtml(html.replaceAll(/<(?:br|\/(?:p|div|li|h\d|td|th|dt|dd|tr))\b[^<>]*>/gi, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: [...goneWithContent, ...without],
  })
  return decode(text).replaceAll(/\s+/g, ' ').trim()
}

/** Text as HTML. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

// The characters that sanitize-html escapes in text; it has resolved every other entity.
const decode = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const notIntro = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'figcaption']

/** The most characters of an intro. */
const INTRO = 200

/** The first words as a paragraph, for lists; taken from running text if there is any. */
export function introOf(html: string): string {
  const words = wordsOf(html, notIntro) || wordsOf(html)
  if (words === '') return ''
  if (words.length <= INTRO) return `<p>${escapeText(words)}</p>`
  const cut = words.slice(0, INTRO + 1)
  const whole = cut.slice(0, Math.max(cut.lastIndexOf(' '), INTRO / 2)).toWellFormed()
  return `<p>${escapeText(whole.replace(/[\s,.;:–-]+$/u, ''))}\u{a0}…</p>`
}
