import { TouchManager, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type CSSProperties, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { useLater } from '#platform/web/page/use-later.ts'
import { deviceName } from '#platform/web/ui/use-media.ts'
import { bytesOf } from './bytes.ts'
import { documentsLoading } from './load-texts.ts'
import { leastZoom, mostZoom, nextZoom } from './zoom.ts'
import { leavesOutPictures } from './pdf/left-out.ts'
import { openPdf } from './pdf/open-pdf.ts'
import { PdfPage } from './pdf/PdfPage.tsx'
import styles from './PdfPages.module.css'

/** The widest that a page is shown at zoom 1, in pixels. */
const WIDEST = 820
/** When the size has not changed for this time, pages are rendered in the new size. */
const SETTLED_MS = 200

interface PdfPagesProps {
  base64: string
  title: string
  zoom: number
  onZoom: (zoom: number) => void
  /** Called with the page that is in the middle, from 1, and their count. */
  onPage: (page: number, pages: number) => void
}

interface Shown {
  readonly pdf: PDFDocumentProxy
  /** Width and height of the first page; the other pages are assumed to have the same until they are loaded. */
  readonly size: readonly [width: number, height: number]
}

/** The pages of a PDF below one another. Only those near the middle are rendered, so that a long document fits in a phone's memory. */
export default function PdfPages({ base64, title, zoom, onZoom, onPage }: PdfPagesProps) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [failed, setFailed] = useState(false)
  const [incomplete] = useState(() => leavesOutPictures(bytesOf(base64)))
  const [width, setWidth] = useState(0)
  const frame = useRef<HTMLDivElement>(null)
  // The first width that is not 0 counts at once.
  const scale = useLater(width * zoom, SETTLED_MS) || width * zoom

  useEffect(() => {
    const opened = openPdf(bytesOf(base64))
    let gone = false
    opened.pdf
      .then(async (pdf) => {
        const { width: w, height: h } = (await pdf.getPage(1)).getViewport({ scale: 1 })
        if (!gone) setShown({ pdf, size: [w, h] })
      })
      .catch(() => gone || setFailed(true))
    return () => {
      gone = true
      opened.close()
    }
  }, [base64])

  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const watch = new ResizeObserver(() => setWidth(Math.min(WIDEST, element.clientWidth - 16)))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])

  useKeptMiddle(frame, width * zoom)
  usePinch(frame, zoom, onZoom)

  const pages = shown?.pdf.numPages ?? 0
  const tellPage = () => {
    const element = frame.current
    if (!element || pages === 0) return
    const middle = element.scrollTop + element.clientHeight / 2
    const sheets = [...element.querySelectorAll<HTMLElement>('[data-page]')]
    const past = sheets.findLastIndex((sheet) => sheet.offsetTop <= middle)
    onPage(Math.max(0, past) + 1, pages)
  }
  // oxlint-disable-next-line react/exhaustive-deps -- once it is open
  useEffect(tellPage, [pages])

  const keys = (event: KeyboardEvent) => {
    const direction = { '+': 1, '-': -1 }[event.key]
    if (!direction || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onZoom(nextZoom(zoom, direction as 1 | -1))
  }

  const elsewhere = `Spara dokumentet och öppna det i en annan app på ${deviceName()}.`
  if (failed) {
    return (
      <div className={styles['notice']}>
        <Notice kind="error" title="Dokumentet kan inte visas här">
          {elsewhere}
        </Notice>
      </div>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons do the same
    <div
      ref={frame}
      className={styles['frame']}
      style={handlesPinch() ? undefined : { touchAction: 'auto' }}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for controls
      role="group"
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that a keyboard can scroll it
      tabIndex={0}
      onScroll={tellPage}
      onKeyDown={keys}
    >
      {incomplete && (
        <div className={styles['notice']}>
          <Notice kind="warning" title="Bilder kan saknas här" live={false}>
            {elsewhere}
          </Notice>
        </div>
      )}
      {shown && width > 0 ? (
        <div className={styles['sheets']} style={{ '--pixels': width * zoom } as CSSProperties}>
          {Array.from({ length: pages }, (_, index) => (
            <PdfPage
              // oxlint-disable-next-line react/no-array-index-key -- the pages of one document never move
              key={index}
              pdf={shown.pdf}
              number={index + 1}
              like={shown.size}
              width={scale}
              root={frame}
            />
          ))}
        </div>
      ) : (
        <div className={styles['waiting']}>
          <Skeleton text={documentsLoading} lines={8} />
        </div>
      )}
    </div>
  )
}

/** When the pages become larger or smaller, keeps the same place of the document in the middle. */
function useKeptMiddle(frame: React.RefObject<HTMLElement | null>, width: number): void {
  const last = useRef(width)
  useLayoutEffect(() => {
    const element = frame.current
    const ratio = last.current > 0 ? width / last.current : 1
    last.current = width
    if (!element || ratio === 1) return
    const [halfWidth, halfHeight] = [element.clientWidth / 2, element.clientHeight / 2]
    element.scrollTo({
      left: (element.scrollLeft + halfWidth) * ratio - halfWidth,
      top: (element.scrollTop + halfHeight) * ratio - halfHeight,
    })
  }, [frame, width])
}

/** The library needs what Safari has only from 17.4. The browser then enlarges the whole screen instead. */
const handlesPinch = () => 'any' in AbortSignal

/** Two fingers make the pages larger or smaller. */
function usePinch(frame: React.RefObject<HTMLElement | null>, zoom: number, onZoom: (zoom: number) => void): void {
  const now = useRef({ zoom, onZoom })
  useEffect(() => {
    now.current = { zoom, onZoom }
  })
  useEffect(() => {
    const container = frame.current
    if (!container || !handlesPinch()) return undefined
    const ended = new AbortController()
    const pinch = new TouchManager({
      container,
      onPinching: (_middle: unknown, before: number, distance: number) => {
        const wanted = now.current.zoom * (distance / before)
        now.current.zoom = Math.min(mostZoom, Math.max(leastZoom, wanted))
        now.current.onZoom(now.current.zoom)
      },
      signal: ended.signal,
    })
    return () => {
      pinch.destroy()
      ended.abort()
    }
  }, [frame])
}
