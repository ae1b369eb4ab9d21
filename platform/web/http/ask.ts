import type { Call } from '#platform/contract/call.ts'
import { copyOf, hideCopy, keepCopy, keepForStart, showCopy, subjectNow } from '../offline/copies.ts'
import { addressOf, type Parameters } from './address.ts'
import { ApiError, send } from './client.ts'

const SLOW_MS = 3000

interface Asking {
  readonly signal?: AbortSignal | undefined
  /** Told what the phone has when the answer takes long; asked first whether there is nothing to show yet. */
  readonly meanwhile?: (answer: unknown, at: number) => void
}

/**
 * Makes a reading call. Where no answer comes, a call whose answers are kept is answered with what the phone has; the rest of
 * what can go wrong is thrown.
 */
export async function ask<Answer, Query>(
  call: Call<Answer, Query>,
  query: Query,
  { signal, meanwhile }: Asking = {},
): Promise<Answer> {
  if (!call.kept) return send(call, { query, signal })
  const address = addressOf(call.path, query as Parameters | undefined)
  const subject = subjectNow()
  let over = false
  const slow = setTimeout(() => {
    void copyOf(address).then((copy) => {
      if (over || !copy) return
      showCopy(address, copy.at)
      meanwhile?.(copy.answer, copy.at)
    })
  }, SLOW_MS)
  try {
    const answer = await send(call, { query, signal })
    over = true
    hideCopy(address)
    if (call.kept === 'start') keepForStart(subject, address, answer)
    else keepCopy(subject, address, answer)
    return answer
  } catch (error) {
    over = true
    if (!(error instanceof ApiError) || error.status !== 0) {
      hideCopy(address)
      throw error
    }
    const copy = await copyOf(address)
    if (!copy) throw error
    showCopy(address, copy.at)
    return copy.answer as Answer
  } finally {
    over = true
    clearTimeout(slow)
  }
}
