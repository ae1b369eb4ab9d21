import { useQuery } from '@tanstack/react-query'
import type { DutyAtHand } from '#platform/contract/duties.ts'
import { useAreas } from './areas-context.ts'

/** What a form is prefilled with: undefined while it is being asked, null where there is no duty or no right to it. */
export function useDutyAtHand(): DutyAtHand | null | undefined {
  const ask = useAreas().find((area) => area.dutyAtHand)?.dutyAtHand
  const { data, isPending } = useQuery({
    queryKey: ['duty-at-hand'],
    queryFn: () => (ask ? ask().catch(() => null) : null),
    staleTime: 60_000,
  })
  return isPending ? undefined : (data ?? null)
}
