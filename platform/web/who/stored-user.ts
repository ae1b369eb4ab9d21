import { readText } from '../page/stored.ts'
import { createSignal } from '../page/watch.ts'
import type { Renewal } from './keeper.ts'
import { readStored, type StoredUser } from './life.ts'
import { variant } from '../page/variant.ts'

export type { StoredUser } from './life.ts'

/** The key under which oidc-client-ts keeps the user in local storage (its WebStorageStateStore's prefix is `oidc.`). */
export const userKey = `oidc.user:${variant.signIn.authority}:${variant.signIn.clientId}`

let lastText: string | null = null
let lastUser: StoredUser | null = null
// The tokens that the server has refused and accepted since this page was opened.
let refused: string | null = null
let taken: string | null = null
let ended: { readonly token: string; readonly renewal: Renewal } | null = null
const changed = createSignal()

/**
 * The signed-in user. Null if there is none, the sign-in has expired or the server refused it. Reads it without loading the library.
 */
export function readUser(): StoredUser | null {
  const user = readLastUser()
  return user && user.token !== refused && user.endsAt > Date.now() ? user : null
}

/** The last user who signed in on this phone and did not sign out, even if the sign-in has expired. */
export function readLastUser(): StoredUser | null {
  const text = readText(userKey)
  if (text !== lastText) {
    lastText = text
    lastUser = readStored(text)
  }
  return lastUser
}

/** The token that the server refused, as long as it is the stored one. */
export const refusedToken = (): string | null => (readLastUser()?.token === refused ? refused : null)

/** Records how the last attempt to renew a token ended. */
export function recordRenewal(token: string, renewal: Renewal): void {
  // Notifies once, because a watcher may call this function again.
  if (ended?.token === token && ended.renewal === renewal) return
  ended = { token, renewal }
  announceUser()
}

/**
 * Records that the server refused a token, and how its renewal ended. A token that the server accepts for other calls stays in use if a
 * renewal would not help, because the refusal then concerns only that call.
 */
export function refuse(token: string, renewal: Renewal): void {
  if (renewal !== 'stopped' || token !== taken) refused = token
  ended = { token, renewal }
  announceUser()
}

/** Records that the server has accepted a token, so that an earlier refusal concerned only that call. */
export function markAccepted(token: string): void {
  taken = token
  if (token === refused && ended?.renewal === 'stopped') forgetRefusal()
}

export const wasTaken = (token: string): boolean => token === taken

/** Forgets that a token was refused, when the employee tries again. */
export function forgetRefusal(): void {
  refused = null
  ended = null
  announceUser()
}

/**
 * Why nobody is signed in: how the last renewal ended, or 'refused' if there is nothing to renew. Null if somebody is, or while a
 * renewal is running.
 */
export function readRenewal(): Renewal | null {
  if (readUser()) return null
  const user = readLastUser()
  if (!user) return 'refused'
  return ended?.token === user.token ? ended.renewal : null
}

/** Call it after storing or removing the user in this tab. Other tabs get the browser's storage event. */
export function announceUser(): void {
  changed.notify()
}

export function watchUser(watcher: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === userKey) watcher()
  }
  const forget = changed.watch(watcher)
  addEventListener('storage', onStorage)
  return () => {
    forget()
    removeEventListener('storage', onStorage)
  }
}
