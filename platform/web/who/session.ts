import { startPage } from '#platform/contract/pages.ts'
import { useSyncExternalStore } from 'react'
import type { Renewal } from './keeper.ts'
import { readLastUser, readRenewal, readUser, type StoredUser, watchUser } from './stored-user.ts'

/** The signed-in user, or null. Renders again when that changes, also in another tab. */
export function useSession(): StoredUser | null {
  return useSyncExternalStore(watchUser, readUser)
}

/** The subject who signed in last and did not sign out, even if the sign-in has expired. Empty if there is none. */
export function useSubject(): string {
  return useSyncExternalStore(watchUser, () => readLastUser()?.subject ?? '')
}

/** The state that the sign-in page gets besides the address to return to. */
export interface LoginState {
  /** Whether a sign-in ended while its page was open, so that an employee was interrupted. */
  readonly ended: boolean
}

/** The path of the sign-in that returns to the current page. */
export function signInPath(location: { pathname: string; search: string; hash?: string }): string {
  const till = location.pathname + location.search + (location.hash ?? '')
  return till === '/' || till === startPage ? '/login' : `/login?till=${encodeURIComponent(till)}`
}

/** Renews a sign-in that has expired, or whose token the server refuses, if a renewal can help. */
export async function renew(refusedToken?: string): Promise<Renewal> {
  try {
    return await (await import('./renewals.ts')).renew(refusedToken)
  } catch {
    // Its code could not be fetched.
    return 'unreachable'
  }
}

/** Why nobody is signed in. Null if somebody is, or while a renewal is running. Renders again when that changes. */
export function useRenewal(): Renewal | null {
  return useSyncExternalStore(watchUser, readRenewal)
}
