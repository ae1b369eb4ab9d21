import { queryOptions, useQuery } from '@tanstack/react-query'
import type { DutyAtHand } from '#platform/contract/duties.ts'
import { instantNow } from '../page/clock-error.ts'
import { useAreas } from './areas-context.ts'

/** TanStack Query's options for the current or next duty. Null if there is none or the employee may not see it. */
export function useDutyAtHandOptions() {
  const ask = useAreas().find((area) => area.dutyAtHand)?.dutyAtHand
  return queryOptions<DutyAtHand | null>({
    queryKey: ['duty-at-hand'],
    queryFn: () => (ask ? ask().catch(() => null) : null),
    staleTime: ({ state: { data } }) => (data && data.changes <= instantNow() ? 0 : 60_000),
  })
}

/**
 * The values that prefill a form. Undefined while loading, also if earlier ones are known: the driver may have changed bus since. Null if
 * there is no duty or the employee may not see it.
 */
export function useDutyAtHand(): DutyAtHand | null | undefined {
  const { data, isStale, isFetching } = useQuery(useDutyAtHandOptions())
  return isStale && isFetching ? undefined : data
}
