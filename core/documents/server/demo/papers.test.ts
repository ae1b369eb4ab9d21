import { fromBuffer } from 'yauzl'
import { expect, test } from 'vitest'
import { makeFile } from './file.ts'
import type { Paper } from './paper.ts'
import { readPdf } from './test-pdf.ts'

const paper: Paper = {
  title: 'Rutin för å, ä & ö <2026>',
  author: 'Linjen Öst',
  dated: new Date('2026-03-02T08:00:00Z'),
  sections: [{ heading: 'Syfte', paragraphs: ['Så här gör vi.'], points: ['Först det ena', 'Sedan det andra'] }],
}

async function filesOf(zip: Uint8Array): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    const found = new Map<string, string>()
    fromBuffer(Buffer.from(zip), { lazyEntries: true }, (error, archive) => {
      if (error) return reject(error)
      archive.on('entry', (entry: { fileName: string }) => {
        archive.openReadStream(entry as never, (failed, stream) => {
          if (failed) return reject(failed)
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', () => {
            found.set(entry.fileName, Buffer.concat(chunks).toString())
            archive.readEntry()
          })
        })
      })
      archive.on('end', () => resolve(found))
      archive.readEntry()
    })
  })
}

test('a Word document is a package with its text, escaped', async () => {
  const files = await filesOf(await makeFile('Rutin.docx', paper))
  expect([...files.keys()]).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'word/document.xml',
    'word/_rels/document.xml.rels',
    'word/styles.xml',
    'docProps/core.xml',
  ])
  const text = files.get('word/document.xml') ?? ''
  for (const words of ['Rutin för å, ä &amp; ö &lt;2026&gt;', 'Syfte', 'Så här gör vi.', '•  Sedan det andra']) {
    expect(text).toContain(words)
  }
})

test('a PDF is valid, with title and language', async () => {
  const bytes = Buffer.from(await makeFile('Rutin.pdf', paper))
  expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7')
  expect(bytes.subarray(-6).toString().trim()).toBe('%%EOF')
  const { title, objects, parts, text } = readPdf(bytes)
  expect(title).toBe(paper.title)
  for (const said of ['/StructTreeRoot', '/Lang (sv-SE)', '/DisplayDocTitle true', '/Marked true']) {
    expect(objects).toContain(said)
  }
  // Tagged as a list, so that a screen reader says how many items it has.
  expect(parts).toEqual({ Document: 1, P: 2, H1: 1, H2: 1, L: 1, LI: 2 })
  expect(text.split('\n')).toEqual([
    'Linjen Öst',
    'Rutin för å, ä & ö <2026>',
    'Syfte',
    'Så här gör vi.',
    '•  Först det ena',
    '•  Sedan det andra',
  ])
})
