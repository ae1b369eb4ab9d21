import type { Ask } from './load.ts'

/** Whether the body of an answer is what was asked for. */
export type Right = (body: unknown, path: string) => boolean

/**
 * Asks every address once and throws where an answer is not what was asked for: a broken route must not look fast.
 * Answers the size of the average body.
 */
export async function checkedSize(origin: string, asks: readonly Ask[], isRight: Right): Promise<number> {
  let bytes = 0
  for (const { path, headers } of asks) {
    const answer = await fetch(origin + path, { headers: { 'accept-encoding': 'identity', ...headers } })
    const text = await answer.text()
    if (answer.status !== 200 || !isRight(JSON.parse(text), path)) {
      throw new Error(`${path}: ${answer.status}, not the answer that was expected: ${text.slice(0, 300)}`)
    }
    bytes += Buffer.byteLength(text)
  }
  return bytes / asks.length
}
