import { FeedFault } from './problems.ts'

/** Passes bytes on as long as they are UTF-8 text. Files that are not are usually Latin-1 or UTF-16. */
export async function* onlyText(
  file: string,
  chunks: AsyncIterable<Buffer>,
  lineNow: () => number,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of chunks) {
    const zero = chunk.indexOf(0)
    if (zero !== -1) throw notText(file, lineNow() + newlines(chunk.subarray(0, zero)))
    try {
      decoder.decode(chunk, { stream: true })
    } catch {
      const readable = chunk.toString('utf8').split('�', 1)[0] ?? ''
      throw notText(file, lineNow() + newlines(Buffer.from(readable)))
    }
    yield chunk
  }
  try {
    decoder.decode()
  } catch {
    throw notText(file, lineNow())
  }
}

function notText(file: string, line: number): FeedFault {
  return new FeedFault(
    { file, line },
    'teckenkodning',
    'Filen är inte text i UTF-8; spara den med den teckenkodningen.',
  )
}

function newlines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1
  return count
}
