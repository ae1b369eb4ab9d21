import { startPage } from '#platform/contract/pages.ts'
import { useSyncExternalStore } from 'react'
import type { Renewal } from './keeper.ts'
import { readLastUser, readRenewal, readUser, type StoredUser, watchUser } from './stored-user.ts'

/** Whoever is signed in, or null; renders again when that changes, in another tab too. */
export function useSession(): StoredUser | null {
  return useSyncExternalStore(watchUser, readUser)
}

/** Whoever signed in last and did not sign out; empty where nobody has. It outlives a sign-in that runs out. */
export function useSubject(): string {
  return useSyncExternalStore(watchUser, () => readLastUser()?.subject ?? '')
}

/** What the way to sign in is told beside the page to come back to. */
export interface LoginState {
  /** A sign-in ended while its page was open: somebody was interrupted. */
  readonly ended: boolean
}

/** Where to sign in, coming back to the page that is open now. */
export function signInPath(location: { pathname: string; search: string; hash?: string }): string {
  const till = location.pathname + location.search + (location.hash ?? '')
  return till === '/' || till === startPage ? '/login' : `/login?till=${encodeURIComponent(till)}`
}

/** Renews a sign-in that has run out, or whose token the server refuses; decides whether it is of any use. */
export async function renew(refusedToken?: string): Promise<Renewal> {
  try {
    return await (await import('./renewals.ts')).renew(refusedToken)
  } catch {
    // Its code could not be fetched.
    return 'unreachable'
  }
}

/** Why nobody is signed in, null where somebody is; renders again when that changes. */
export function useRenewal(): Renewal | null {
  return useSyncExternalStore(watchUser, readRenewal)
}
