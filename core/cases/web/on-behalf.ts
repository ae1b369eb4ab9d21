import { createContext, use } from 'react'
import type { Call } from '#platform/contract/call.ts'
import type { Person } from '#core/people/persons.ts'
import type { Way } from '../on-behalf.ts'

/** The employee for whom the office fills in the employee's own form. */
export interface OnBehalf {
  readonly person: Pick<Person, 'id' | 'name'>
  readonly way: Way
  /** The office's call in place of the employee's; it takes the same body with the employee's id, and returns the report's number. */
  readonly callFor: (call: { readonly path: string }) => Call<unknown, undefined, unknown>
  /** The address of the queue. */
  readonly queue: string
  /** Starts a report for the next employee. */
  readonly onAgain: () => void
}

export const OnBehalfContext = createContext<OnBehalf | null>(null)

/** How a form differs when it is filled in for somebody else. */
export function useAddressee() {
  const behalf = use(OnBehalfContext)
  return {
    /** Null if the employee reports for himself or herself. */
    behalf,
    callOf: <Answer, Body>(call: Call<Answer, undefined, Body>): Call<Answer, undefined, Body> =>
      behalf ? (behalf.callFor(call) as Call<Answer, undefined, Body>) : call,
    bodyOf: <Body>(body: Body): Body => (behalf ? { ...body, reporterId: behalf.person.id, way: behalf.way } : body),
    /** The draft's key: a draft of the employee's own report is never mixed with one for somebody else. */
    draftKey: (key: string) => (behalf ? `at/${behalf.person.id}/${key}` : key),
    /** The report's name in the outbox. One for somebody else has no address, because no address shows the form with the employee chosen. */
    listedAs: (what: string) => (behalf ? { what: `${what} åt ${behalf.person.name}`, address: undefined } : { what }),
  }
}
