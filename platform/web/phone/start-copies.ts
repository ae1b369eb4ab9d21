import type { Call } from '#platform/contract/call.ts'
import { readStored } from '../page/stored.ts'
import { readLastUser } from '../who/stored-user.ts'
import { KEPT_MS } from './kept-days.ts'

/** A kept answer, and when it came. */
export interface KeptAnswer {
  readonly answer: unknown
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A call whose answers may be kept, each under its address, which contains the parameters. */
export type KeptCall = Pick<Call<unknown>, 'path' | 'fits'>

/**
 * The subject whose answers are kept and shown. Read it when a call is made, because another employee may sign in before the answer
 * comes.
 */
export const subjectNow = (): string => readLastUser()?.subject ?? ''

// The start page's copies are read before the first render, which only local storage allows.
export const startKey = (subject: string, address: string): string => `linjen.copy:${subject}:${address}`

/** The signed-in employee's copy of an answer that the start page shows, if it is neither too old nor damaged. */
export function startCopy(call: KeptCall, address: string): KeptAnswer | undefined {
  const kept = readStored(startKey(subjectNow(), address), { at: 0 }) as KeptAnswer | undefined
  return kept && kept.at > Date.now() - KEPT_MS && call.fits?.(kept.answer) === true ? kept : undefined
}
