import { useCall } from '#platform/web/calls/query.ts'
import { useClaim } from '#platform/web/calls/profile.ts'
import { variant } from '#platform/web/page/variant.ts'
import { getLinkToken } from '../calls.ts'

/**
 * Where a row is reported back. `here`: in the portal. Otherwise in the scheduling system: `ready` to be opened, its token still `loading`,
 * or `inactive` because the token could not be fetched.
 */
export type ReportingLink =
  | { readonly state: 'here' | 'loading' }
  | { readonly state: 'ready'; readonly open: () => void }
  | { readonly state: 'inactive'; readonly retry: () => void; readonly retrying: boolean }

/** The token is valid for five minutes; the rest is for the way to the scheduling system. */
const USABLE_MS = 4 * 60_000

export function useReportingLink(): ReportingLink {
  const userName = useClaim('BplUsername')
  const { data, isStale, isError, errorUpdateCount, isFetching, refetch } = useCall(getLinkToken, undefined, {
    enabled: variant.hasSchedulingSystem,
    // A popup must open at once on a click, so a fresh token is always ready.
    refetchInterval: 120_000,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    staleTime: USABLE_MS,
  })
  if (!variant.hasSchedulingSystem) return { state: 'here' }
  if (!data && errorUpdateCount === 0) return { state: 'loading' }
  // After a failure an older token may still be in memory, but how long it is valid is unknown.
  if (isError || !data?.token || !data.bplBaseUrl || !userName) {
    return { state: 'inactive', retry: () => void refetch(), retrying: isFetching }
  }
  // In a pocket nothing is fetched: the old token must not be used until the new one has come.
  if (isStale) return { state: 'loading' }
  const address = new URL(data.bplBaseUrl)
  address.searchParams.set('username', userName)
  address.searchParams.set('token', data.token)
  address.searchParams.set('returnUrl', location.href)
  return { state: 'ready', open: () => void window.open(address, '_blank', 'noopener,noreferrer') }
}
