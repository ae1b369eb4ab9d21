import { useSyncExternalStore } from 'react'
import type { Renewal } from './area.ts'
import { hasExpired, readLastUser, readUser, refuse, type StoredUser, watchUser } from './stored-user.ts'

/** Whoever is signed in, or null; renders again when that changes, in another tab too. */
export function useSession(): StoredUser | null {
  return useSyncExternalStore(watchUser, readUser)
}

/** Whoever signed in last and did not sign out; empty where nobody has. It outlives a sign-in that runs out. */
export function useSubject(): string {
  return useSyncExternalStore(watchUser, () => readLastUser()?.subject ?? '')
}

/**
 * The server no longer takes the token. The shell then sends whoever it is to sign in and back to the page that is open;
 * an area may do more first (`onSignInNeeded`).
 */
export function needSignIn(): void {
  refuse()
  for (const listener of listeners) listener()
}

/** Whether somebody is signed in again within the time given: a sign-in that ran out is renewed behind the screen. */
export function signedInAgain(within = 20_000): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (again: boolean) => {
      clearTimeout(late)
      forget()
      resolve(again)
    }
    const look = () => {
      if (readUser()) end(true)
    }
    const late = setTimeout(() => end(false), within)
    const forget = watchUser(look)
    look()
  })
}

const listeners = new Set<() => void>()

/** Tells when a signed-in user turned out not to be one any longer. Answers how to stop listening. */
export function onSignInNeeded(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where to sign in, coming back to the page that is open now. */
export function signInPath(location: { pathname: string; search: string; hash?: string }): string {
  const till = location.pathname + location.search + (location.hash ?? '')
  return till === '/' || till === '/dashboard/start' ? '/login' : `/login?till=${encodeURIComponent(till)}`
}

let way: (() => Promise<Renewal>) | undefined

/** Tells how a sign-in is renewed in silence: sign-in's business, which app hands in. */
export function renewBy(renew: typeof way): void {
  way = renew
}

export async function renew(): Promise<Renewal> {
  return way ? way() : 'refused'
}

/** Renews a sign-in that has run out of time by itself. One that the server refused is left to the employee. */
export async function renewExpired(): Promise<Renewal> {
  return hasExpired() ? renew() : 'refused'
}
