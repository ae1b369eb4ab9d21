import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState, useSyncExternalStore } from 'react'
import { keyOf } from '#platform/web/calls/query.ts'
import type { CaseCalls } from '../calls.ts'
import type { Case } from '../contract.ts'

/** The case that an act is about, as the screen has it. */
interface Which {
  calls: CaseCalls
  found: Pick<Case, 'number' | 'version'>
}

/** The case's versions before and after an act of the employee here. */
export interface OwnAct {
  readonly from: number
  readonly to: number
}

/** The fields of an act's request that name the cases it changes. */
interface Sent {
  readonly number?: string
  readonly into?: string
  readonly cases?: readonly { readonly number: string }[]
}

/**
 * Whether an act of the employee on the case is under way. It is until the case has been loaded again and is on the screen: with the former
 * version on the screen, the server would refuse the next act because of the employee's own change.
 */
export function useActing({ calls, found: { number, version } }: Which): boolean {
  const client = useQueryClient()
  const subscribe = useCallback(
    (changed: () => void) => {
      const tell = notifyManager.batchCalls(changed)
      const leave = [client.getQueryCache().subscribe(tell), client.getMutationCache().subscribe(tell)]
      return () => leave.forEach((end) => end())
    },
    [client],
  )
  return useSyncExternalStore(
    subscribe,
    () => isUnderWay(client, calls, number) || isBehind(client, calls, number, version),
  )
}

function isUnderWay(client: QueryClient, calls: CaseCalls, number: string): boolean {
  const { assign, answer, note, mark, fill, hideText, hidePicture, showAgain, merge, bulk } = calls
  const acts: readonly unknown[] = [
    assign,
    answer,
    note,
    mark,
    fill,
    hideText,
    hidePicture,
    showAgain,
    merge,
    bulk,
  ].map(({ path }) => path)
  return (
    client.isMutating({
      predicate: ({ options: { mutationKey }, state: { variables } }) => {
        const sent = variables as Sent | undefined
        return (
          acts.includes(mutationKey?.[0]) &&
          (sent?.number === number ||
            sent?.into === number ||
            sent?.cases?.some((each) => each.number === number) === true)
        )
      },
    }) > 0
  )
}

/** Whether the screen still has the case as it was before an act that has ended. */
function isBehind(client: QueryClient, calls: CaseCalls, number: string, version: number): boolean {
  const opened = client.getQueryCache().find<Case>({ queryKey: keyOf(calls.one, { nummer: number }) })
  if (!opened?.state.data) return false
  // If an act ended while the case was closed, the cache has the former version. Opening the case loads it, but in the first render that
  // load has not begun. If the load fails, the cached case stays as it is.
  const isComing = opened.state.fetchStatus === 'fetching' || opened.getObserversCount() === 0
  // A loaded case is on the screen up to a tenth of a second later (query-client.ts).
  return (opened.state.isInvalidated && isComing) || opened.state.data.version !== version
}

/** Opens a dialog when no act of the employee is under way, so that it begins with the case as it is afterwards. */
export function WhenSettled({ children, ...which }: Which & { children: ReactNode }) {
  const acting = useActing(which)
  const [settled, setSettled] = useState(!acting)
  if (!settled && !acting) setSettled(true)
  return settled ? children : <span hidden data-opening />
}

/** Whether something has been begun in the case: a dialog is open, or opens when the acts under way are done. */
export const hasBegun = () => document.querySelector('dialog[open], [data-opening]') !== null
