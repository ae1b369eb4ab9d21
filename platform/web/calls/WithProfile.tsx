import type { ReactNode } from 'react'
import type { Claim } from '#platform/contract/claims.ts'
import { ClaimsContext, ProfileContext, useOwnProfile } from './profile.ts'

const none: readonly Claim[] = []

/** Loads the claims of the signed-in employee once for all components that need them: home has a dozen. */
export function WithProfile({ children }: { children: ReactNode }) {
  const profile = useOwnProfile()
  return (
    <ProfileContext value={profile}>
      <ClaimsContext value={profile.data ?? none}>{children}</ClaimsContext>
    </ProfileContext>
  )
}
