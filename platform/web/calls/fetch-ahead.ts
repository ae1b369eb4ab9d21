import type { Call } from '#platform/contract/call.ts'
import { passes } from '#platform/contract/claims.ts'
import { addressOf, type Parameters } from '../wire/address.ts'
import { ask } from './ask.ts'
import { queryClient } from './query-client.ts'
import { keyOf } from './query.ts'
import { knownClaims } from '../who/known-claims.ts'
import { readUser } from '../who/stored-user.ts'
import { retractNotice } from '../wire/notices.ts'
import { variant } from '../page/variant.ts'
import { copyOf, shownCopy } from '../phone/copies.ts'
import { isReached } from '../page/reach.ts'

/** In milliseconds. A request that hangs on a bad connection is abandoned after this time, and made again the next time. */
export const LONGEST_MS = 120_000

/** Whether the signed-in employee may make a call, according to the claims on the phone. */
export function mayCall({ gate }: Pick<Call<unknown>, 'gate'>): boolean {
  const user = readUser()
  return user !== null && passes(gate, knownClaims(user.subject) ?? [], variant.switchedOff)
}

/**
 * Whether something of the time `at`, in milliseconds since 1970, is older than `minutes`, or from a time to come. The phone's clock was then
 * ahead, and its age is not known.
 */
export const isOlder = (at: number, minutes: number): boolean => at < Date.now() - minutes * 60_000 || at > Date.now()

/** Whether the phone's copy of an address is older than `minutes` or `isOutdated`, and can be refreshed. */
export async function isDue(
  call: Pick<Call<unknown>, 'path'>,
  address: string,
  minutes: number,
  isOutdated?: (answer: never, at: number) => boolean,
): Promise<boolean> {
  if (!isReached()) return false
  const copy = await copyOf(call, address)
  return !copy || isOlder(copy.at, minutes) || isOutdated?.(copy.answer as never, copy.at) === true
}

/**
 * Fetches, while there is coverage, what the employee will need without coverage. Returns the answer or the phone's copy, or
 * undefined if the call is not allowed or there is neither.
 */
export async function fetchAhead<Answer, Query>(
  call: Call<Answer, Query>,
  query: Query,
  { minutes, isOutdated }: { minutes: number; isOutdated?: (answer: Answer, at: number) => boolean },
): Promise<Answer | undefined> {
  if (!mayCall(call)) return undefined
  const address = addressOf(call.path, query as Parameters | undefined)
  try {
    if (await isDue(call, address, minutes, isOutdated)) {
      const answer = await ask(call, query, { signal: AbortSignal.timeout(LONGEST_MS) })
      if (!shownCopy(address)) showAnswer(call, query, answer)
      return answer
    }
  } catch {
    return undefined
  }
  return (await copyOf(call, address))?.answer as Answer | undefined
}

/** Gives a screen with the same load the answer too: its copy is no longer marked as one, and its warning no longer applies. */
function showAnswer(call: Pick<Call<unknown>, 'path'>, query: unknown, answer: unknown): void {
  const load = queryClient.getQueryCache().find({ queryKey: keyOf(call, query) })
  load?.setData(answer)
  if (load) retractNotice(load.queryHash)
}
