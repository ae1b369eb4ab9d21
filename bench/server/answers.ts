import { eventsADay } from './rows.ts'
import type { Ask } from './load.ts'

/** The rows of an answer, from its body. */
export type Rows = (body: unknown) => readonly { readonly starts_at: string }[]

/**
 * Asks every address once and throws where an answer is not what was asked for: a broken route must not look fast.
 * Answers the size of the average body.
 */
export async function checkedSize(origin: string, asks: readonly Ask[], rowsOf: Rows): Promise<number> {
  let bytes = 0
  for (const { path, headers } of asks) {
    const answer = await fetch(origin + path, { headers: { 'accept-encoding': 'identity', ...headers } })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`)
    const rows = rowsOf(JSON.parse(text))
    const date = /\d{4}-\d\d-\d\d/.exec(path)?.[0] ?? ''
    if (rows.length !== eventsADay || !rows.every((row) => row.starts_at.startsWith(date))) {
      throw new Error(`${path}: ${rows.length} rader, eller en annan dags`)
    }
    bytes += Buffer.byteLength(text)
  }
  return bytes / asks.length
}
