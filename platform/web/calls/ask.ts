import type { Call } from '#platform/contract/call.ts'
import { copyOf, forgetCopy, hideCopy, keepCopy, keepForStart, showCopy, shownCopy } from '../phone/copies.ts'
import { subjectNow } from '../phone/start-copies.ts'
import { addressOf, type Parameters } from '../wire/address.ts'
import { ApiError } from '../wire/api-error.ts'
import { send } from '../wire/client.ts'

const SLOW_MS = 3000

interface Asking {
  readonly signal?: AbortSignal | undefined
  /** Called with the phone's copy if the answer takes long and nothing is shown yet. */
  readonly meanwhile?: (answer: unknown, at: number) => void
  /** Called with the server's failure if a copy is returned instead of its answer. */
  readonly onFailing?: (error: ApiError) => void
}

/**
 * Makes a reading call. If no answer comes or the server fails, a call whose answers are kept returns the phone's copy. So does
 * one whose sign-in has ended and could not be renewed. A refusal is thrown. A copy that the employee may no longer see, or that is gone on
 * the server, is removed.
 */
export async function ask<Answer, Query>(
  call: Call<Answer, Query>,
  query: Query,
  { signal, meanwhile, onFailing }: Asking = {},
): Promise<Answer> {
  if (!call.kept) return send(call, { query, signal })
  const address = addressOf(call.path, query as Parameters | undefined)
  const subject = subjectNow()
  let over = false
  const slow = setTimeout(() => {
    void copyOf(call, address).then((copy) => {
      if (over || !copy) return
      showCopy(address, { at: copy.at, failing: false })
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
    // A load that was aborted has learnt nothing: a copy that is shown keeps its time.
    if (!(error instanceof ApiError)) throw error
    if (error.isFinal) {
      hideCopy(address)
      if ([403, 404].includes(error.status)) await forgetCopy(subject, address)
      throw error
    }
    const copy = await copyOf(call, address)
    if (!copy) {
      hideCopy(address)
      throw error
    }
    const failing = ![0, 401].includes(error.status)
    // Reported once, not at every attempt, so that a dismissed warning does not come back.
    if (failing && !shownCopy(address)?.failing) onFailing?.(error)
    showCopy(address, { at: copy.at, failing })
    return copy.answer as Answer
  } finally {
    over = true
    clearTimeout(slow)
  }
}
