import { queryOptions, useQuery } from '@tanstack/react-query'
import type { DutyAtHand } from '#platform/contract/duties.ts'
import { useAreas } from './areas-context.ts'

/** TanStack Query's options for the current or next duty. Null if there is none or the employee may not see it. */
export function useDutyAtHandOptions() {
  const ask = useAreas().find((area) => area.dutyAtHand)?.dutyAtHand
  return queryOptions<DutyAtHand | null>({
    queryKey: ['duty-at-hand'],
    queryFn: () => (ask ? ask().catch(() => null) : null),
    staleTime: 60_000,
  })
}

/** The values that prefill a form. Undefined while loading, null if there is no duty or the employee may not see it. */
export function useDutyAtHand(): DutyAtHand | null | undefined {
  const { data, isPending } = useQuery(useDutyAtHandOptions())
  return isPending ? undefined : (data ?? null)
}
