import PDFDocument from 'pdfkit'
import type { Paper } from './paper.ts'

const margin = 64

/** A paper as PDF, tagged so that a screen reader finds headings and lists in it. */
export async function makePdf({ title, author, dated, sections }: Paper): Promise<Uint8Array> {
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
  const write = (tag: 'H1' | 'H2' | 'P', draw: () => void) => root.add(document.struct(tag, {}, draw))

  write('P', () => document.font('Helvetica').fontSize(10).fillColor('#555555').text(author).moveDown(0.4))
  write('H1', () => document.font('Helvetica-Bold').fontSize(21).fillColor('#111111').text(title).moveDown(0.8))
  for (const { heading, paragraphs = [], points = [] } of sections) {
    if (heading) {
      write('H2', () => document.font('Helvetica-Bold').fontSize(13).fillColor('#111111').text(heading).moveDown(0.3))
    }
    for (const paragraph of paragraphs) {
      write('P', () => document.font('Helvetica').fontSize(11).text(paragraph, { lineGap: 3 }).moveDown(0.6))
    }
    if (points.length > 0) {
      const list = document.struct('L')
      root.add(list)
      for (const point of points) {
        list.add(
          document.struct('LI', {}, () =>
            document.font('Helvetica').fontSize(11).text(`•  ${point}`, { lineGap: 3, indent: 0 }).moveDown(0.2),
          ),
        )
      }
      list.end()
    }
    document.moveDown(0.6)
  }
  root.end()
  document.end()
  await ended
  return Buffer.concat(chunks)
}
