import { createElement, type ReactNode, useMemo } from 'react'
import { goneWithContent, safeAttribute, shownAs } from '#platform/contract/rich-text.ts'
import { parseInert } from '#platform/web/page/trusted-types.ts'
import { Unbroken } from '#platform/web/ui/Unbroken.tsx'
import styles from './RichText.module.css'

export interface TextPicture {
  readonly imageId: string
  readonly alt: string
  readonly width: number
  readonly height: number
}

interface RichTextProps {
  html: string
  /** Renders a picture that the text names by its id; without it, pictures are left out. */
  picture?: (picture: TextPicture) => ReactNode
}

/** Text with headings, lists, links, tables and pictures. Renders only allowed elements, whatever the server sent. */
export function RichText({ html, picture }: RichTextProps) {
  const content = useMemo(() => {
    const { body } = parseInert(html)
    return childrenOf(body, { picture, shift: headingShift(body), depth: 0 })
  }, [html, picture])
  return <div className={styles['text']}>{content}</div>
}

interface Building {
  readonly picture: RichTextProps['picture']
  /** How many levels the text's headings are moved up, so that the first follows the page's own. */
  readonly shift: number
  readonly depth: number
}

const DEEPEST = 100
const XHTML = 'http://www.w3.org/1999/xhtml'
const empty = new Set(['br', 'hr'])
const holdsNoText = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'ul', 'ol', 'dl'])
/** React's names for attributes that differ from HTML's. */
const names: Readonly<Record<string, string>> = { colspan: 'colSpan', rowspan: 'rowSpan' }

function headingShift(body: Element): number {
  const levels = [...body.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ localName }) =>
    Number(shownAs(localName)?.[1]),
  )
  return levels.length > 0 ? Math.min(...levels) - 2 : 0
}

function childrenOf(parent: Node, building: Building): ReactNode[] {
  return [...parent.childNodes].map((node, index) => shown(node, index, building))
}

function shown(node: Node, key: number, building: Building): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) {
    const blank = holdsNoText.has(node.parentElement?.localName ?? '') && !node.nodeValue?.trim()
    return blank ? null : <Unbroken key={key}>{node.nodeValue ?? ''}</Unbroken>
  }
  if (!(node instanceof Element) || node.namespaceURI !== XHTML || goneWithContent.includes(node.localName)) return null
  if (building.depth > DEEPEST) return null
  const inner = { ...building, depth: building.depth + 1 }
  const name = shownAs(node.localName)
  if (name === null) return childrenOf(node, inner)
  const attributes = safeAttributes(name, node)
  if (name === 'img') return pictureOf(attributes, key, building)
  if (empty.has(name)) return createElement(name, { key })
  const children = childrenOf(node, inner)
  if (name === 'a') return linkTo(attributes['href'], key, children)
  if (name === 'table') return <Scrolling key={key}>{createElement(name, attributes, ...children)}</Scrolling>
  return createElement(raised(name, building.shift), { ...attributes, key }, ...children)
}

const raised = (name: string, shift: number) => (/^h\d$/.test(name) ? `h${Number(name[1]) - shift}` : name)

function safeAttributes(name: string, element: Element): Record<string, string> {
  const safe: Record<string, string> = {}
  for (const { name: attribute, value } of element.attributes) {
    const checked = safeAttribute(name, attribute, value)
    if (checked !== null) safe[names[attribute] ?? attribute] = checked
  }
  return safe
}

function pictureOf(attributes: Record<string, string>, key: number, { picture }: Building): ReactNode {
  const imageId = attributes['data-image-id']
  if (!picture || !imageId) return null
  const { alt = '', width = '0', height = '0' } = attributes
  return <span key={key}>{picture({ imageId, alt, width: Number(width), height: Number(height) })}</span>
}

function linkTo(href: string | undefined, key: number, children: ReactNode[]): ReactNode {
  if (href === undefined) return <span key={key}>{children}</span>
  const leaves = /^http/i.test(href)
  return (
    <a key={key} href={href} {...(leaves && { target: '_blank', rel: 'noopener noreferrer' })}>
      {children}
    </a>
  )
}

/** A table wider than the phone scrolls in its own frame, also with the arrow keys. */
function Scrolling({ children }: { children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- a scrollable element must be reachable by keyboard
    <div className={styles['scroll']} role="group" aria-label="Tabell" tabIndex={0}>
      {children}
    </div>
  )
}
