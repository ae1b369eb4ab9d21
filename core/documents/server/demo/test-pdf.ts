import { inflateSync } from 'node:zlib'

/** The content of a PDF that core/documents/server/demo/pdf.ts made, for tests. */
export interface ReadPdf {
  /** The title in its metadata. */
  readonly title: string
  /** The text of its pages, one line for each piece of text. */
  readonly text: string
  /** The objects, without the drawing instructions. */
  readonly objects: string
  /** How many parts of each kind its structure has: `{ H1: 1, TR: 8 }`. */
  readonly parts: Readonly<Record<string, number>>
}

export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = Buffer.from(bytes).toString('latin1')
  const streams = [...file.matchAll(/(?<!end)stream\r?\n([^]*?)\r?\nendstream/g)].map(([, stream = '']) => {
    const raw = Buffer.from(stream, 'latin1')
    return stream.startsWith('x') ? inflateSync(raw).toString('latin1') : stream
  })
  const objects = file.replaceAll(/(?<!end)stream\r?\n[^]*?\r?\nendstream/g, '')
  const parts: Record<string, number> = {}
  for (const [, kind = ''] of objects.matchAll(/\/S \/(\w+)/g)) parts[kind] = (parts[kind] ?? 0) + 1
  return { title: titleIn(objects), text: streams.flatMap(shownIn).join('\n'), objects, parts }
}

function titleIn(objects: string): string {
  const [, at = ''] = /\/Title (\d+) 0 R/.exec(objects) ?? []
  const [, written = ''] = new RegExp(`\\n${at} 0 obj\\n\\(([^]*?)\\)\\nendobj`).exec(objects) ?? []
  const bytes = Buffer.from(written, 'latin1')
  return written.startsWith('\u00fe\u00ff') ? new TextDecoder('utf-16be').decode(bytes) : written
}

const windows1252 = new TextDecoder('windows-1252')

/** The pieces of text in a page's drawing instructions, each letter in hexadecimal. */
function shownIn(stream: string): string[] {
  return [...stream.matchAll(/\[([^\]]*)\] TJ/g)].map(([, pieces = '']) => {
    const hex = [...pieces.matchAll(/<([0-9a-f]*)>/g)].map(([, letters]) => letters).join('')
    return windows1252.decode(Buffer.from(hex, 'hex'))
  })
}
