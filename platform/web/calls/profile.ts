import { useQuery } from '@tanstack/react-query'
import { createContext, use, useCallback, useState } from 'react'
import { type Claim, claimValues, type Gate, passes } from '#platform/contract/claims.ts'
import { getProfile } from '#platform/contract/profile.ts'
import { ApiError, NO_ANSWER } from '../wire/api-error.ts'
import { send } from '../wire/client.ts'
import { areClaims, knownClaims, rememberClaims } from '../who/known-claims.ts'
import { useSession } from '../who/session.ts'
import { readLastUser } from '../who/stored-user.ts'
import { variant } from '../page/variant.ts'

/** The query key of an employee's claims. */
export const profileKey = (subject: string) => [getProfile.path, subject] as const

/**
 * Loads the claims of the signed-in employee: the last known ones at once, then the server's. `WithProfile` uses it for all
 * components below it, and each opened screen uses it to see whether rights have changed.
 */
export function useOwnProfile() {
  const session = useSession()
  // An employee whose sign-in has expired still sees the open screen, until somebody else signs in.
  const [last, setLast] = useState(() => readLastUser()?.subject ?? '')
  const subject = session?.subject ?? last
  if (subject !== last) setLast(subject)
  return useQuery({
    queryKey: profileKey(subject),
    queryFn: async ({ signal }) => {
      const claims = await send(getProfile, { signal })
      // Menus, gates and screens depend on the claims, so anything but a list of claims does not count as an answer.
      if (!areClaims(claims)) throw new ApiError(NO_ANSWER)
      // Not stored if the app has been reset, or the employee has signed out, since the call was made.
      if (readLastUser()?.subject === subject) rememberClaims(subject, claims)
      return claims
    },
    refetchInterval: ({ state }) => state.status === 'error' && 60_000,
    enabled: session !== null,
    // The result is passed on by a context, so it must be rendered again whichever of these fields a component reads.
    notifyOnChangeProps: ['data', 'error', 'isError', 'isFetching'],
    initialData: () => knownClaims(subject),
    initialDataUpdatedAt: 0,
    meta: { failedText: 'Hämta user profile misslyckades' },
  })
}

export const ProfileContext = createContext<ReturnType<typeof useOwnProfile> | null>(null)

/** The claims without their load, because few components need more. */
export const ClaimsContext = createContext<readonly Claim[] | null>(null)

/** The load of the signed-in employee's claims. */
export function useProfile() {
  const profile = use(ProfileContext)
  if (!profile) throw new Error('nothing above loads the profile')
  return profile
}

function useClaims(): readonly Claim[] {
  const claims = use(ClaimsContext)
  if (!claims) throw new Error('nothing above loads the profile')
  return claims
}

/** The first value of a claim: `useClaim('IntraCompanyArea') ?? 'Region'`. */
export function useClaim(type: string): string | undefined {
  return claimValues(useClaims(), type)[0]
}

/** Checks gates for the signed-in employee. */
export function useGate(): (gate: Gate | undefined) => boolean {
  const claims = useClaims()
  return useCallback((gate) => passes(gate, claims, variant.switchedOff), [claims])
}
