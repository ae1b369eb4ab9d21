import { SaxesParser, type SaxesTagNS } from 'saxes'
import { escapeText } from '../rich-text.ts'

export interface XmlElement {
  readonly name: string
  readonly uri: string
  /** By their names without a prefix, except for XML's own (`xml:base`). */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: (XmlElement | string)[]
}

/** The file is not acceptable XML. `line` and `column` say where. */
export class BadXml extends Error {}

const DEEPEST = 200

// Feeds use HTML's entities without declaring them. Entities declared in a file are never expanded: a DTD is refused.
const htmlEntities: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  laquo: '«',
  raquo: '»',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  euro: '€',
  copy: '©',
  aring: 'å',
  auml: 'ä',
  ouml: 'ö',
  Aring: 'Å',
  Auml: 'Ä',
  Ouml: 'Ö',
  eacute: 'é',
  uuml: 'ü',
}

/** How a web page begins, which is not always XML. */
const pageStart = /^\s*(?:<\?xml(?:(?!\?>)[\s\S])*\?>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+)?html\b/i
const LONGEST_START = 2000

/**
 * Reads XML and passes each element that `wanted` selects to `take` when it is complete, without keeping it in memory.
 * Returns the root without them. Throws BadXml.
 */
export function readXml(text: string, wanted: (element: XmlElement) => boolean, take: (element: XmlElement) => void) {
  if (pageStart.test(text.slice(0, LONGEST_START))) {
    throw new BadXml('det är en webbsida, kanske en inloggning, och inget nyhetsflöde')
  }
  const parser = new SaxesParser({ xmlns: true })
  Object.assign(parser.ENTITIES, htmlEntities)
  const open: XmlElement[] = []
  let root: XmlElement | null = null
  const fail = (what: string): never => {
    throw new BadXml(`rad ${parser.line}, tecken ${parser.column}: ${what}`)
  }
  const add = (child: XmlElement | string) => open.at(-1)?.children.push(child)
  parser.on('error', (error) => fail(`det är inte riktig XML (${error.message.replace(/^\d+:\d+: |\.$/g, '')})`))
  parser.on('doctype', () => fail('DOCTYPE tas inte emot'))
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('opentag', (tag: SaxesTagNS) => {
    if (open.length >= DEEPEST) fail('för djupt nästlad')
    const attributes = Object.fromEntries(
      Object.values(tag.attributes).map(({ prefix, name, local, value }) => [prefix === 'xml' ? name : local, value]),
    )
    open.push({ name: tag.local, uri: tag.uri, attributes, children: [] })
  })
  parser.on('closetag', () => {
    const closed = open.pop() as XmlElement
    if (wanted(closed)) take(closed)
    else if (open.length > 0) add(closed)
    else root = closed
  })
  parser.write(text).close()
  return root as XmlElement | null
}

export const elements = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child): child is XmlElement => typeof child !== 'string')

/** All text in an element. */
export const textOf = ({ children }: XmlElement): string =>
  children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')

/** The content of an element as HTML. */
export const htmlOf = ({ children }: XmlElement): string =>
  children.map((child) => (typeof child === 'string' ? escapeText(child) : tagged(child))).join('')

function tagged(element: XmlElement): string {
  const attributes = Object.entries(element.attributes).map(([name, value]) => ` ${name}="${escapeText(value)}"`)
  const inner = htmlOf(element)
  return `<${element.name}${attributes.join('')}>${inner}${/^(br|hr|img)$/.test(element.name) ? '' : `</${element.name}>`}`
}

/** Decodes bytes by their byte order mark or the XML declaration. Throws BadXml. */
export function decodeXml(bytes: Buffer): string {
  const declared = /^<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/i.exec(bytes.subarray(0, 200).toString('latin1'))?.[1]
  const byMark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
  try {
    return new TextDecoder(byMark ?? declared ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BadXml(`filen är inte skriven i ${byMark ?? declared ?? 'utf-8'}`)
  }
}
