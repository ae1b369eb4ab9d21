import type { Paper } from './paper.ts'
import { loadPdf } from '#platform/server/libraries/load.ts'

const margin = 64

/** A PDF's metadata. */
export type PdfHead = Pick<Paper, 'title' | 'author' | 'dated'>
export type PdfPage = PDFKit.PDFDocument
export type PdfPart = PDFKit.PDFStructureElement

/**
 * A PDF on A4 with a title and Swedish as its language, tagged for screen readers: everything that is drawn must be part of `root`.
 */
export async function pdfOf(
  { title, author, dated }: PdfHead,
  draw: (page: PdfPage, root: PdfPart) => void,
): Promise<Uint8Array> {
  const { PDFDocument } = await loadPdf()
  const document = new PDFDocument({
    size: 'A4',
    margin,
    lang: 'sv-SE',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: author, CreationDate: dated, ModDate: dated },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject))
  const root = document.struct('Document')
  document.addStructure(root)
  draw(document, root)
  root.end()
  document.end()
  await ended
  return Buffer.concat(chunks)
}

/** Text in the encoding of the standard fonts. A letter that the encoding lacks loses its accent, or becomes '?'. */
export function inFont(words: string): string {
  return words
    .replaceAll('\u2212', '–')
    .replaceAll(/[^ -\u00ff–—‘’“”•…€]/g, (letter) => letter.normalize('NFD').slice(0, 1))
    .replaceAll(/[^ -\u00ff–—‘’“”•…€]/g, '?')
}

/** A paper as PDF, with tagged headings and lists. */
export function makePdf(paper: Paper): Promise<Uint8Array> {
  const { title, author, sections } = paper
  return pdfOf(paper, (document, root) => {
    const write = (tag: 'H1' | 'H2' | 'P', draw: () => void) => root.add(document.struct(tag, {}, draw))

    write('P', () => document.font('Helvetica').fontSize(10).fillColor('#555555').text(inFont(author)).moveDown(0.4))
    write('H1', () =>
      document.font('Helvetica-Bold').fontSize(21).fillColor('#111111').text(inFont(title)).moveDown(0.8),
    )
    for (const { heading, paragraphs = [], points = [] } of sections) {
      if (heading) {
        write('H2', () =>
          document.font('Helvetica-Bold').fontSize(13).fillColor('#111111').text(inFont(heading)).moveDown(0.3),
        )
      }
      for (const paragraph of paragraphs) {
        write('P', () => document.font('Helvetica').fontSize(11).text(inFont(paragraph), { lineGap: 3 }).moveDown(0.6))
      }
      if (points.length > 0) {
        const list = document.struct('L')
        root.add(list)
        for (const point of points) {
          list.add(
            document.struct('LI', {}, () =>
              document
                .font('Helvetica')
                .fontSize(11)
                .text(`•  ${inFont(point)}`, { lineGap: 3, indent: 0 })
                .moveDown(0.2),
            ),
          )
        }
        list.end()
      }
      document.moveDown(0.6)
    }
  })
}
