import { variant } from './variant.ts'

/** The part of oidc-client-ts's stored user that the shell needs: it is read without loading that library. */
export interface StoredUser {
  readonly token: string
  readonly subject: string
  /** Seconds since 1970. */
  readonly expiresAt: number
  readonly claims: Readonly<Record<string, unknown>>
}

/** The key under which oidc-client-ts keeps the user in local storage (its WebStorageStateStore's prefix is `oidc.`). */
export const userKey = `oidc.user:${variant.signIn.authority}:${variant.signIn.clientId}`

let lastText: string | null = null
let lastUser: StoredUser | null = null
let refused: string | null = null
const watchers = new Set<() => void>()

/** The signed-in user, null when there is none, it has expired or the server refused it. */
export function readUser(): StoredUser | null {
  const text = localStorage.getItem(userKey)
  if (text !== lastText) {
    lastText = text
    lastUser = parse(text)
  }
  if (!lastUser || text === refused || lastUser.expiresAt * 1000 <= Date.now()) return null
  return lastUser
}

/** Whoever signed in last on this phone and did not sign out, also when the sign-in has run out since. */
export function readLastUser(): StoredUser | null {
  readUser()
  return lastUser
}

/** Whether somebody is signed in here whose time has run out, and no server has refused. */
export function hasExpired(): boolean {
  const text = localStorage.getItem(userKey)
  return readUser() === null && lastUser !== null && text !== refused
}

/** Forget the stored user until another one is stored. */
export function refuse(): void {
  refused = localStorage.getItem(userKey)
  announceUser()
}

/** To be called by whoever stored or removed the user in this tab; other tabs notice by themselves. */
export function announceUser(): void {
  for (const watcher of watchers) watcher()
}

export function watchUser(watcher: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === userKey) watcher()
  }
  watchers.add(watcher)
  addEventListener('storage', onStorage)
  return () => {
    watchers.delete(watcher)
    removeEventListener('storage', onStorage)
  }
}

function parse(text: string | null): StoredUser | null {
  if (!text) return null
  try {
    const user = JSON.parse(text) as { id_token?: string; expires_at?: number; profile?: Record<string, unknown> }
    const subject = user.profile?.['sub']
    if (!user.id_token || !user.expires_at || typeof subject !== 'string') return null
    return { token: user.id_token, subject, expiresAt: user.expires_at, claims: user.profile ?? {} }
  } catch {
    return null
  }
}
