import type { Ask } from './load.ts'

/** Whether the body of an answer is the expected one. */
export type Right = (body: unknown, path: string) => boolean

/**
 * Requests every address once and throws if an answer is not the expected one: a broken route must not look fast.
 * Returns the average size of a body.
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
