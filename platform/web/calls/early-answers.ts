import type { Call } from '#platform/contract/call.ts'
import { keepCopy, keepForStart } from '../phone/copies.ts'
import { subjectNow } from '../phone/start-copies.ts'
import { addressOf, type Parameters } from '../wire/address.ts'
import { dropEarly, earlyAnswer } from '../wire/early.ts'
import { queryClient } from './query-client.ts'

interface Early {
  readonly call: Pick<Call<unknown>, 'path' | 'kept'>
  readonly query?: Parameters | undefined
  readonly key: readonly unknown[]
  /** Whether the answer is valid. `send` makes the call again if it is not. */
  readonly fits?: (answer: unknown) => boolean
  /** Called with a valid answer. */
  readonly onAnswer?: (answer: unknown) => void
}

/**
 * Puts early answers, which were requested before React had loaded, into the query cache, so that the first render is complete and
 * nothing moves later. Answers that have not come after `longest` milliseconds are left to `send`.
 */
export async function takeEarlyAnswers(calls: readonly Early[], longest: number): Promise<void> {
  const subject = subjectNow()
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), longest))
  await Promise.all(
    calls.map(async ({ call, query, key, fits, onAnswer }) => {
      const address = addressOf(call.path, query)
      const result = await Promise.race([earlyAnswer(address), late])
      if (!result || fits?.(result.answer) === false) return
      dropEarly(address)
      queryClient.setQueryData(key, result.answer, { updatedAt: result.sentAt })
      onAnswer?.(result.answer)
      if (call.kept === 'start') keepForStart(subject, address, result.answer)
      else if (call.kept) keepCopy(subject, address, result.answer)
    }),
  )
}
