import { useCall } from '#platform/web/http/query.ts'
import { useClaim } from '#platform/web/profile.ts'
import { variant } from '#platform/web/variant.ts'
import { getLinkToken } from '../calls.ts'

export interface ReportingLink {
  /** Opens the scheduling system; absent where the portal takes the report itself. */
  readonly open?: () => void
  /** The scheduling system is the place to report, but its token could not be had. */
  readonly inactive: boolean
}

/** Where a row reports back: in the variant's scheduling system, or here. */
export function useReportingLink(): ReportingLink {
  const userName = useClaim('BplUsername')
  const { data } = useCall(getLinkToken, undefined, {
    enabled: variant.hasSchedulingSystem,
    // The token lives five minutes; a popup must open at once at the click, so a fresh one is kept at hand.
    refetchInterval: 120_000,
    staleTime: 0,
  })
  if (!variant.hasSchedulingSystem) return { inactive: false }
  if (!data?.token || !data.bplBaseUrl || !userName) return { inactive: true }
  const address = new URL(data.bplBaseUrl)
  address.searchParams.set('username', userName)
  address.searchParams.set('token', data.token)
  address.searchParams.set('returnUrl', location.href)
  return { inactive: false, open: () => void window.open(address, '_blank', 'noopener,noreferrer') }
}
