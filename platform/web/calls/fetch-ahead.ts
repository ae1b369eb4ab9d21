import type { Call } from '#platform/contract/call.ts'
import { passes } from '#platform/contract/claims.ts'
import { addressOf, type Parameters } from '../wire/address.ts'
import { ask } from './ask.ts'
import { knownClaims } from '../who/known-claims.ts'
import { readUser } from '../who/stored-user.ts'
import { variant } from '../page/variant.ts'
import { copyOf } from '../phone/copies.ts'
import { isReached } from '../page/reach.ts'

/** What hangs in a bad line is given up, and asked for the next time. */
export const LONGEST_MS = 120_000

/** Whether whoever is signed in may make a call, as far as the phone knows. */
export function mayCall({ gate }: Pick<Call<unknown>, 'gate'>): boolean {
  const user = readUser()
  return user !== null && passes(gate, knownClaims(user.subject) ?? [], variant.switchedOff)
}

/** Whether what the phone has of an address is older than that, in minutes, and can be renewed. */
export async function isDue(call: Pick<Call<unknown>, 'path'>, address: string, minutes: number): Promise<boolean> {
  if (!isReached()) return false
  const copy = await copyOf(call, address)
  return !copy || copy.at < Date.now() - minutes * 60_000
}

/**
 * Asks while there is coverage for what will be needed without. Answers the answer, or what the phone has; nothing where it
 * may not be asked or cannot be had.
 */
export async function fetchAhead<Answer, Query>(
  call: Call<Answer, Query>,
  query: Query,
  { minutes }: { minutes: number },
): Promise<Answer | undefined> {
  if (!mayCall(call)) return undefined
  const address = addressOf(call.path, query as Parameters | undefined)
  try {
    if (await isDue(call, address, minutes)) return await ask(call, query, { signal: AbortSignal.timeout(LONGEST_MS) })
  } catch {
    return undefined
  }
  return (await copyOf(call, address))?.answer as Answer | undefined
}
