import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A link of a page to the web, a mail address or a telephone number; its place in percent of the page. */
export interface OutsideLink {
  readonly address: string
  readonly name: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const allowed = /^(https?|mailto|tel):/i

/** The links on a page. Those to other pages of the document are left out. */
export async function outsideLinks(page: PDFPageProxy): Promise<OutsideLink[]> {
  const viewport = page.getViewport({ scale: 1 })
  const annotations = (await page.getAnnotations()) as { subtype?: string; url?: string; rect?: number[] }[]
  return annotations.flatMap(({ subtype, url, rect }) => {
    if (subtype !== 'Link' || !url || !rect || !allowed.test(url)) return []
    const [left = 0, bottom = 0, right = 0, top = 0] = rect
    // The page may be turned, so either corner may be the upper left one.
    const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(left, bottom) as number[]
    const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(right, top) as number[]
    return {
      address: url,
      name: url.replace(/^(mailto|tel):/i, ''),
      left: (Math.min(x1, x2) / viewport.width) * 100,
      top: (Math.min(y1, y2) / viewport.height) * 100,
      width: (Math.abs(x2 - x1) / viewport.width) * 100,
      height: (Math.abs(y2 - y1) / viewport.height) * 100,
    }
  })
}
