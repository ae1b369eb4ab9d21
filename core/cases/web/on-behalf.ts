import { createContext, use } from 'react'
import type { Call } from '#platform/contract/call.ts'
import type { Person, Way } from '../on-behalf.ts'

/** Whom the office writes a report for, in the employee's own form. */
export interface OnBehalf {
  readonly person: Pick<Person, 'id' | 'name'>
  readonly way: Way
  /** The office's call in place of the employee's; it takes the same body with whose it is, and answers with the report's number. */
  readonly callFor: (call: { readonly path: string }) => Call<unknown, undefined, unknown>
  /** The address of the queue. */
  readonly queue: string
  /** Begins with the next person. */
  readonly onAgain: () => void
}

export const OnBehalfContext = createContext<OnBehalf | null>(null)

/** What of a form is otherwise when it is written for somebody else. */
export function useAddressee() {
  const behalf = use(OnBehalfContext)
  return {
    /** Null: whoever writes reports for himself or herself. */
    behalf,
    callOf: <Answer, Body>(call: Call<Answer, undefined, Body>): Call<Answer, undefined, Body> =>
      behalf ? (behalf.callFor(call) as Call<Answer, undefined, Body>) : call,
    bodyOf: <Body>(body: Body): Body => (behalf ? { ...body, reporterId: behalf.person.id, way: behalf.way } : body),
    /** A draft of one's own is never mixed with one for somebody else. */
    draftKey: (key: string) => (behalf ? `at/${behalf.person.id}/${key}` : key),
    /** What the outbox calls it. */
    called: (what: string) => (behalf ? `${what} åt ${behalf.person.name}` : what),
  }
}
