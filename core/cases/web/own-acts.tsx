import { useIsFetching, useIsMutating, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { keyOf } from '#platform/web/calls/query.ts'
import type { CaseCalls } from '../calls.ts'
import type { Case } from '../contract.ts'

/** The case that acts are about, as the screen has it. */
interface Which {
  calls: CaseCalls
  found: Pick<Case, 'number' | 'version'>
}

/**
 * Whether an own act on the case is under way, until the case has been loaded again and is on the screen: the screen has the version of
 * before, and the server would refuse the next act because of the employee's own change.
 */
export function useActing({ calls, found: { number, version } }: Which): boolean {
  const { assign, answer, note, mark, fill, hideText, hidePicture, showAgain, merge } = calls
  const acts: readonly unknown[] = [assign, answer, note, mark, fill, hideText, hidePicture, showAgain, merge].map(
    ({ path }) => path,
  )
  const underWay = useIsMutating({
    predicate: ({ options: { mutationKey }, state: { variables } }) =>
      acts.includes(mutationKey?.[0]) && (variables as { number?: string } | undefined)?.number === number,
  })
  // An act that ended while the case was closed has left the version of before, to be loaded when the case is opened.
  const queryKey = keyOf(calls.one, { nummer: number })
  const outdated = useIsFetching({ queryKey, predicate: ({ state }) => state.isInvalidated })
  const opened = useQueryClient().getQueryCache().find<Case>({ queryKey })
  // On the first screen of a case that is opened, that load has not begun.
  const toBeLoaded = opened?.state.isInvalidated === true && opened.getObserversCount() === 0
  // What has come is on the screen up to a tenth of a second later (query-client.ts).
  const toBeShown = opened?.state.data !== undefined && opened.state.data.version !== version
  return underWay + outdated > 0 || toBeLoaded || toBeShown
}

/** Opens a dialog when no own act is under way: it begins with the case as it is after that. */
export function WhenSettled({ children, ...which }: Which & { children: ReactNode }) {
  const acting = useActing(which)
  const [settled, setSettled] = useState(!acting)
  if (!settled && !acting) setSettled(true)
  return settled ? children : <span hidden data-opening />
}

/** Whether something has been begun in the case: a dialog is open, or opens when the own acts are done. */
export const hasBegun = () => document.querySelector('dialog[open], [data-opening]') !== null
