import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { createDeflate } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { makeFile } from '../demo/file.ts'
import { MOST_TEXT } from './text-read.ts'
import { textKindOf, textReader } from './text-reader.ts'

const reader = textReader()
afterAll(() => reader.close())

const paper = {
  title: 'Rutin',
  author: 'Bolaget',
  dated: new Date('2026-03-02T09:00:00Z'),
  sections: [{ heading: 'Så här', paragraphs: ['Åk långsamt över bron.', 'Håll <avstånd> & ljus.'] }],
}

test('the text of PDF and Word is read, paragraph by paragraph', async () => {
  for (const fileName of ['Rutin.pdf', 'Rutin.DOCX']) {
    const text = await reader.read(textKindOf(fileName)!, await makeFile(fileName, paper))
    expect(text?.replaceAll(/\s+/g, ' ')).toContain('Så här Åk långsamt över bron. Håll <avstånd> & ljus.')
  }
})

async function zipped(name: string, content: Buffer): Promise<Buffer> {
  const zip = new ZipFile()
  zip.addBuffer(content, name)
  zip.end()
  return buffer(zip.outputStream)
}

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

test('a Word file that is one long text is read as far as is kept', async () => {
  const long = `<w:document ${word}><w:p><w:t>Början ${'x'.repeat(MOST_TEXT)}</w:t></w:p><w:p><w:t>Slut</w:t></w:p></w:document>`
  const text = await reader.read('docx', await zipped('word/document.xml', Buffer.from(long)))
  expect([text?.slice(0, 8), text?.length]).toEqual(['Början x', MOST_TEXT])
})

test('a Word file that is nested deeper than any is given up at once', async () => {
  const deep = `<w:t ${word}>${'<w:t>a'.repeat(100_000)}${'</w:t>'.repeat(100_000)}</w:t>`
  const bytes = await zipped('word/document.xml', Buffer.from(deep))
  const start = performance.now()
  expect(await reader.read('docx', bytes)).toBe(null)
  expect(performance.now() - start).toBeLessThan(15_000)
})

/** A PDF of one page whose content unpacks to `size` bytes. */
function pdfOf(content: Buffer): Buffer {
  const parts = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<<>>>>',
  ].map((body, index) => Buffer.from(`${index + 1} 0 obj${body}endobj\n`))
  const stream = [
    Buffer.from(`4 0 obj<</Length ${content.length}/Filter/FlateDecode>>stream\n`),
    content,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ]
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, ...stream])
}

test('what cannot be read has no text, and the next file is read all the same', { timeout: 120_000 }, async () => {
  const bomb = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>'
  const hostile = [
    ['pdf', Buffer.from('%PDF-1.7\nnothing')],
    ['pdf', Buffer.alloc(0)],
    ['docx', Buffer.from('PK\u0003\u0004')],
    ['docx', await zipped('word/other.xml', Buffer.from('<x/>'))],
    ['docx', await zipped('word/document.xml', Buffer.from(bomb))],
    // Unpacks to more than a thousand pages.
    ['docx', await zipped('word/document.xml', Buffer.alloc(40_000_000, '<w:t>a</w:t>'))],
  ] as const
  for (const [kind, bytes] of hostile)
    expect([kind, bytes.length, await reader.read(kind, bytes)]).toEqual([kind, bytes.length, null])
  // A page that unpacks to more than the process that reads it may have ends that process.
  const chunk = Buffer.alloc(1_000_000, 'q ')
  const large = await buffer(Readable.from(Array.from({ length: 900 }, () => chunk)).pipe(createDeflate()))
  expect(await reader.read('pdf', pdfOf(large))).toBe(null)
  expect(await reader.read('docx', await makeFile('Rutin.docx', paper))).toContain('Åk långsamt')
})

test('only PDF and Word are read', () => {
  expect(['a.pdf', 'a.PDF', 'a.docx', 'a.doc', 'a.xlsx', 'pdf', 'a.pdf.png'].map(textKindOf)).toEqual([
    'pdf',
    'pdf',
    'docx',
    null,
    null,
    null,
    null,
  ])
})
