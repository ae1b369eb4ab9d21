import { getDocumentProxy } from 'unpdf'

const MOST_PAGES = 500

/** The text of a PDF's pages. A scanned PDF has none. */
export async function pdfText(bytes: Uint8Array, most: number): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  const pages: string[] = []
  let size = 0
  for (let number = 1; number <= Math.min(document.numPages, MOST_PAGES) && size < most; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    pages.push(text)
    size += text.length
    page.cleanup()
  }
  return pages.join('\n')
}
