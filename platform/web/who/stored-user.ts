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
// Tokens that the server has refused, and taken, since this page was opened.
let refused: string | null = null
let taken: string | null = null
let ended: { readonly token: string; readonly renewal: Renewal } | null = null
const changed = createSignal()

/** The signed-in user, null when there is none, it has run out or the server refused it. It is read without loading the library. */
export function readUser(): StoredUser | null {
  const user = readLastUser()
  return user && user.token !== refused && user.endsAt > Date.now() ? user : null
}

/** Whoever signed in last on this phone and did not sign out, also when the sign-in has run out since. */
export function readLastUser(): StoredUser | null {
  const text = readText(userKey)
  if (text !== lastText) {
    lastText = text
    lastUser = readStored(text)
  }
  return lastUser
}

/** The token that the server refused, while it is the one that is stored. */
export const refusedToken = (): string | null => (readLastUser()?.token === refused ? refused : null)

/** How the last attempt to renew a token ended. */
export function noteRenewal(token: string, renewal: Renewal): void {
  // Said once: who watches may ask again.
  if (ended?.token === token && ended.renewal === renewal) return
  ended = { token, renewal }
  announceUser()
}

/**
 * The server refused a token, and this is how its renewal ended. One that the server takes for other calls stays in use where a
 * renewal would not help: the refusal is then that call's own.
 */
export function refuse(token: string, renewal: Renewal): void {
  if (renewal !== 'stopped' || token !== taken) refused = token
  ended = { token, renewal }
  announceUser()
}

/** The server has taken a token: whatever it was refused for is that call's own. */
export function noteTaken(token: string): void {
  taken = token
  if (token === refused && ended?.renewal === 'stopped') letTokenBe()
}

export const wasTaken = (token: string): boolean => token === taken

/** Forgets that a token was refused: a person tries again. */
export function letTokenBe(): void {
  refused = null
  ended = null
  announceUser()
}

/** Why nobody is signed in: how the last renewal ended, and 'refused' where there is nothing to renew. Null while one is under way. */
export function readRenewal(): Renewal | null {
  if (readUser()) return null
  const user = readLastUser()
  if (!user) return 'refused'
  return ended?.token === user.token ? ended.renewal : null
}

/** To be called by whoever stored or removed the user in this tab; other tabs notice by themselves. */
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
