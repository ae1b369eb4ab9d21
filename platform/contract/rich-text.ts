// What text with headings, lists, links, tables and pictures may contain: one list, applied by the server when it stores and
// sends the text, and by the browser when it shows it.

const cell = ['colspan', 'rowspan']

/** Elements, each with the attributes it may carry. */
const elements: Readonly<Record<string, readonly string[]>> = {
  h2: [],
  h3: [],
  h4: [],
  p: [],
  div: [],
  br: [],
  hr: [],
  ul: [],
  ol: ['start'],
  li: [],
  dl: [],
  dt: [],
  dd: [],
  blockquote: [],
  pre: [],
  code: [],
  strong: [],
  b: [],
  em: [],
  i: [],
  u: [],
  s: [],
  del: [],
  ins: [],
  sub: [],
  sup: [],
  a: ['href'],
  figure: [],
  figcaption: [],
  img: ['data-image-id', 'alt', 'width', 'height'],
  table: [],
  caption: [],
  thead: [],
  tbody: [],
  tfoot: [],
  tr: [],
  th: [...cell, 'scope'],
  td: cell,
}

// A page has one h1, outside the text.
const renamed: Readonly<Record<string, string>> = { h1: 'h2', h5: 'h4', h6: 'h4', center: 'div', strike: 's' }

/** Elements that are removed with their content. Of any other unknown element the text is kept. */
export const goneWithContent: readonly string[] = [
  'applet',
  'audio',
  'canvas',
  'iframe',
  'math',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'option',
  'plaintext',
  'script',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'video',
  'xmp',
]

export const allowedElements: readonly string[] = Object.keys(elements)

/** The element that an element is shown as; null if it is not shown. */
export function shownAs(name: string): string | null {
  const known = Object.hasOwn(renamed, name) ? (renamed[name] as string) : name
  return Object.hasOwn(elements, known) ? known : null
}

const numberUpTo = (most: number) => (value: string) =>
  /^\d{1,5}$/.test(value) && Number(value) <= most ? value : null

const checks: Readonly<Record<string, (value: string) => string | null>> = {
  href: safeHref,
  'data-image-id': (value) => (/^[\w-]{1,64}$/.test(value) ? value : null),
  alt: (value) => value.slice(0, 500).toWellFormed(),
  width: numberUpTo(10_000),
  height: numberUpTo(10_000),
  start: numberUpTo(9999),
  colspan: numberUpTo(100),
  rowspan: numberUpTo(100),
  scope: (value) => (/^(col|row|colgroup|rowgroup)$/.test(value) ? value : null),
}

/** An attribute's value as allowed on an element that `shownAs` returned; null if it is not allowed. */
export function safeAttribute(element: string, name: string, value: string): string | null {
  if (!Object.hasOwn(elements, element) || !elements[element]?.includes(name)) return null
  return checks[name]?.(value) ?? null
}

/** Returns a web, e-mail or telephone address that is written in full. Null for an address that needs interpretation: it is not a link. */
export function safeHref(href: string): string | null {
  const address = href.trim()
  const written = /^(https?:\/\/[^\s<>"'`\\]+|mailto:[^\s<>"'`\\:]+|tel:\+?[\d-]+)$/i.test(address)
  // 'https://www.bolaget.se@elsewhere.example/' is misleading, and a password must not be published.
  const named = /^https?:\/\/[^/?#]*@/i.test(address)
  // oxlint-disable-next-line no-control-regex -- the expression is meant to find them
  const clean = !/[\u0000-\u0020\u007f-\u009f]/.test(address) && address.isWellFormed()
  return written && !named && clean && address.length <= 2000 ? address : null
}

const attribute = '(?:href|data-image-id|alt|width|height|start|colspan|rowspan|scope)="[^"<>]*"'
const written = new RegExp(`<(?!/?(?:${Object.keys(elements).join('|')})(?: ${attribute})* ?/?>)`, 'g')

/** Keeps tags in the form in which the server writes them. Any other '<' is escaped, so that it does not begin a tag. */
export const asWritten = (html: string): string => html.replaceAll(written, '&lt;')
