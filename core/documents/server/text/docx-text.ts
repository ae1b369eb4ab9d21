import { SaxesParser } from 'saxes'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'

/** In bytes: about a thousand pages, because the XML of a text is several times larger than the text. */
const MOST_XML = 30_000_000
/** Word nests a few dozen elements. The parser looks for a namespace in every enclosing element, so a deep file would take minutes. */
const DEEPEST = 1000

/** The text of a Word document's body, a line for each paragraph. */
export async function docxText(bytes: Uint8Array, most: number): Promise<string> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === 'word/document.xml') return bodyText(await unpacked(zip, entry), most)
  }
  throw new Error('no body')
}

async function unpacked(zip: ZipFile, entry: Entry): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    size += (chunk as Buffer).length
    if (size > MOST_XML) throw new Error('too large')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function bodyText(xml: string, most: number): string {
  const parts: string[] = []
  let left = most
  let depth = 0
  let inText = false
  const add = (text: string) => {
    if (left > 0) parts.push(text.slice(0, left))
    left -= text.length
  }
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  // The entities of a document type could expand to any size.
  parser.on('doctype', () => {
    throw new Error('a document type')
  })
  parser.on('opentag', ({ local }) => {
    if (++depth > DEEPEST) throw new Error('too deep')
    inText = local === 't'
    if (local === 'tab' || local === 'br') add(' ')
  })
  parser.on('text', (text) => {
    if (inText) add(text)
  })
  parser.on('closetag', ({ local }) => {
    depth--
    inText = false
    if (local === 'p') add('\n')
  })
  parser.write(xml).close()
  return parts.join('')
}
