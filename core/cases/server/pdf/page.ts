import { fileURLToPath } from 'node:url'
import { loadPdf } from '#platform/server/libraries/load.ts'

const margin = 56
const grey = '#555555'
const black = '#111111'
const fontAt = (name: string) => fileURLToPath(new URL(`fonts/${name}.ttf`, import.meta.url))

type Pdf = PDFKit.PDFDocument
type Tag = 'H1' | 'H2' | 'P'

interface Head {
  readonly title: string
  readonly author: string
  readonly at: Date
  /** In small letters below each page, before its number. */
  readonly footer: string
}

/** The height of a picture, in points. */
const PICTURE = 260
/** The height of a picture with its heading. */
export const withPicture = PICTURE + 60

/** A run without a space. */
const longRun = /[^\s\u200B]{60,}/g
/** PDFKit measures such a run letter by letter, and all of it again for each line. Spaces without a width divide it. */
const breakable = (words: string) => words.replaceAll(longRun, (run) => run.match(/[^]{1,40}/gu)?.join('\u200B') ?? run)

/** What a print is made of. */
export interface Paper {
  /** `room`: the height, in points, of the heading and what has to be on the same page. */
  heading(words: string, level?: 1 | 2, room?: number): void
  paragraph(words: string, look?: { readonly quiet?: boolean; readonly inside?: boolean }): void
  /** A line for each, the label before the value. */
  facts(facts: readonly { readonly label: string; readonly value: string }[]): void
  /** A JPEG, as wide as it fits. */
  picture(jpeg: Buffer, name: string): void
}

/**
 * A PDF on A4 in Swedish, tagged for screen readers, with numbered pages. The library is loaded when the first one is made. The font is
 * embedded, with only the letters that occur, because the fonts of PDF readers lack letters of some names (docs/decisions/0082).
 */
export async function pdfOf({ title, author, at, footer }: Head, draw: (paper: Paper) => void): Promise<Buffer> {
  const { PDFDocument } = await loadPdf()
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    lang: 'sv-SE',
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  pdf.registerFont('plain', fontAt('DejaVuSans')).registerFont('bold', fontAt('DejaVuSans-Bold'))
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  draw(paperOn(pdf, root))
  root.end()
  numberPages(pdf, footer)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

function paperOn(pdf: Pdf, root: PDFKit.PDFStructureElement): Paper {
  const write = (tag: Tag, words: () => void) => root.add(pdf.struct(tag, {}, words))
  const room = (height: number) => {
    if (pdf.y + height > pdf.page.height - margin) pdf.addPage()
  }
  const sizes = { 1: 18, 2: 12 } as const
  return {
    heading(words, level = 2, needs = 60) {
      room(needs)
      if (level > 1) pdf.moveDown(0.8)
      write(`H${level}`, () => pdf.font('bold').fontSize(sizes[level]).fillColor(black).text(breakable(words)))
      pdf.moveDown(0.3)
    },
    paragraph(words, { quiet = false, inside = false } = {}) {
      write('P', () =>
        pdf
          .font('plain')
          .fontSize(quiet ? 8 : 9.5)
          .fillColor(quiet ? grey : black)
          .text(breakable(words), margin + (inside ? 14 : 0), pdf.y, { lineGap: 2.5 }),
      )
      pdf.x = margin
      pdf.moveDown(0.35)
    },
    facts(facts) {
      for (const { label, value } of facts) {
        room(16)
        write('P', () =>
          pdf
            .font('bold')
            .fontSize(9)
            .fillColor(black)
            .text(`${label}: `, { continued: true, lineGap: 2.5 })
            .font('plain')
            .text(breakable(value), { lineGap: 2.5 }),
        )
      }
    },
    picture(jpeg, name) {
      const width = pdf.page.width - 2 * margin
      room(PICTURE + 20)
      root.add(
        pdf.struct('Figure', { alt: name }, () => {
          pdf.image(jpeg, margin, pdf.y, { fit: [width, PICTURE] })
        }),
      )
      pdf.y += PICTURE + 8
    },
  }
}

function numberPages(pdf: Pdf, footer: string): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    // The footer is below the margin, where PDFKit would otherwise begin another page.
    pdf.page.margins.bottom = 0
    const y = pdf.page.height - margin + 18
    pdf.markContent('Artifact', { type: 'Pagination' })
    pdf.font('plain').fontSize(7.5).fillColor(grey)
    pdf.text(footer, margin, y, { lineBreak: false })
    pdf.text(`Sida ${page + 1} av ${count}`, margin, y, { align: 'right', lineBreak: true })
    pdf.endMarkedContent()
  }
}
