import { ZipFile } from 'yazl'
import type { Attached } from './place.ts'

/** Makes the attachment that its name says: a PDF or a Word document, as small as they get. */
export async function documentOf({ fileName, lines }: Attached): Promise<Buffer> {
  return fileName.endsWith('.pdf') ? pdfOf(lines) : await wordOf(lines)
}

const WIDE = 88

function wrapped(line: string): string[] {
  const rows: string[] = ['']
  for (const word of line.split(' ')) {
    const row = rows.at(-1) ?? ''
    if (row && row.length + word.length >= WIDE) rows.push(word)
    else rows[rows.length - 1] = row ? `${row} ${word}` : word
  }
  return [...rows, '']
}

// WinAnsi has å, ä and ö where Latin-1 has them, and the dash elsewhere.
const text = (line: string) => `(${line.replaceAll(/[\\()]/g, String.raw`\$&`).replaceAll('–', '\u0096')}) Tj`

function pdfOf([heading = '', ...lines]: readonly string[]): Buffer {
  const body = lines.flatMap(wrapped).map((row) => `${text(row)} T*`)
  const content = `BT /F1 16 Tf 56 780 Td ${text(heading)} /F1 11 Tf 0 -32 Td 16 TL ${body.join('\n')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (sv-SE) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const xref = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

const escaped = (line: string) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

async function wordOf(lines: readonly string[]): Promise<Buffer> {
  const paragraphs = lines.map((line) => `<w:p><w:r><w:t xml:space="preserve">${escaped(line)}</w:t></w:r></w:p>`)
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
  const parts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs.join('')}</w:body></w:document>`,
  }
  const zip = new ZipFile()
  // The same file at every start.
  for (const [name, part] of Object.entries(parts))
    zip.addBuffer(Buffer.from(xml + part), name, { mtime: new Date(2026, 0, 1) })
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
