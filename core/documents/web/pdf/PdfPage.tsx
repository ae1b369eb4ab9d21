import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type CSSProperties, memo, type RefObject, useEffect, useRef, useState } from 'react'
import styles from './PdfPage.module.css'
import { outsideLinks, type OutsideLink } from './outside-links.ts'

/** Browsers of phones refuse canvases with more pixels, or leave them empty. */
const mostPixels = 12_000_000

interface PdfPageProps {
  pdf: PDFDocumentProxy
  number: number
  /** The width and height that the page is assumed to have until it is loaded. */
  like: readonly [width: number, height: number]
  /** The width in pixels for which it is rendered. */
  width: number
  /** The element in which the page scrolls. */
  root: RefObject<HTMLElement | null>
}

/** A page, rendered while it is near the visible part: as a picture, with its text over it for selection and screen readers. */
export const PdfPage = memo(function PdfPage({ pdf, number, like, width, root }: PdfPageProps) {
  const sheet = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const written = useRef(false)
  const [near, setNear] = useState(false)
  const [page, setPage] = useState<PDFPageProxy | null>(null)
  const [links, setLinks] = useState<readonly OutsideLink[]>([])
  const viewport = page?.getViewport({ scale: 1 })
  const [w, h] = viewport ? [viewport.width, viewport.height] : like

  useEffect(() => {
    const watch = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: root.current,
      rootMargin: '100% 0px',
    })
    if (sheet.current) watch.observe(sheet.current)
    return () => watch.disconnect()
  }, [root])

  useEffect(() => {
    if (!near || page) return undefined
    let gone = false
    pdf.getPage(number).then(
      (found) => gone || setPage(found),
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [near, page, pdf, number])

  useEffect(() => {
    const place = picture.current
    if (!page || !place) return undefined
    if (!near) {
      // A canvas without pixels gives its memory back at once.
      for (const canvas of place.querySelectorAll('canvas')) canvas.width = 0
      place.replaceChildren()
      page.cleanup()
      return undefined
    }
    const { width: full, height } = page.getViewport({ scale: 1 })
    const wanted = (width / full) * Math.min(devicePixelRatio, 3)
    const scale = Math.min(wanted, Math.sqrt(mostPixels / (full * height)))
    const shown = page.getViewport({ scale })
    const canvas = document.createElement('canvas')
    canvas.width = Math.floor(shown.width)
    canvas.height = Math.floor(shown.height)
    const rendering = page.render({ canvas, viewport: shown })
    rendering.promise.then(
      // The canvas in the former size stays until this one is done.
      () => place.replaceChildren(canvas),
      () => undefined,
    )
    return () => rendering.cancel()
  }, [near, page, width])

  useEffect(() => {
    const container = words.current
    if (!near || !page || !container || written.current) return undefined
    written.current = true
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container,
      viewport: page.getViewport({ scale: 1 }),
    })
    layer.render().catch(() => undefined)
    outsideLinks(page).then(setLinks, () => undefined)
    return undefined
  }, [near, page])

  return (
    <div
      ref={sheet}
      className={styles['sheet']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for controls
      role="group"
      aria-label={`Sida ${number}`}
      data-page={number}
      style={{ '--sheet-width': w, '--sheet-height': h } as CSSProperties}
    >
      <div ref={picture} className={styles['picture']} aria-hidden="true" />
      <div ref={words} className={styles['words']} />
      {links.map(({ address, name, left, top, width: across, height }) => (
        <a
          key={`${left} ${top}`}
          className={styles['link']}
          href={address}
          target="_blank"
          rel="noreferrer"
          aria-label={name}
          title={name}
          style={{ left: `${left}%`, top: `${top}%`, width: `${across}%`, height: `${height}%` }}
        />
      ))}
    </div>
  )
})
