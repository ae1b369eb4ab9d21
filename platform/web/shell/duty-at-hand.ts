import { useQuery } from '@tanstack/react-query'
import type { DutyAtHand } from '#platform/contract/duties.ts'
import { useAreas } from './areas-context.ts'

/** The values that prefill a form: undefined while loading, null if there is no duty or the employee may not see it. */
export function useDutyAtHand(): DutyAtHand | null | undefined {
  const ask = useAreas().find((area) => area.dutyAtHand)?.dutyAtHand
  const { data, isPending } = useQuery({
    queryKey: ['duty-at-hand'],
    queryFn: () => (ask ? ask().catch(() => null) : null),
    staleTime: 60_000,
  })
  return isPending ? undefined : (data ?? null)
}
