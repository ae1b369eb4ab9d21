import type { Renewal } from '#platform/web/area.ts'
import { readUser, userKey, watchUser } from '#platform/web/stored-user.ts'
import { msUntilRenewal } from './renewal-time.ts'
import { storedExpiry } from './stored-expiry.ts'

const RETRY_MS = 30_000
// A provider whose tokens last a minute must not be asked without a pause.
const PAUSE_MS = 15_000

let timer: ReturnType<typeof setTimeout> | undefined
let renewedAt = 0
let underWay: Promise<Renewal> | undefined

/** Renews the sign-in ahead of its end for as long as the app is open, one tab for all. */
export function keepRenewed(): void {
  watchUser(() => plan())
  // A sleeping phone's timers sleep too; and what failed without coverage can be done now.
  addEventListener('online', () => plan())
  addEventListener('pageshow', () => plan())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') plan()
  })
  plan()
}

function plan(): void {
  clearTimeout(timer)
  const expiresAt = storedExpiry()
  if (expiresAt === null) return
  const now = Date.now()
  const wait = Math.max(msUntilRenewal(expiresAt, now), renewedAt + PAUSE_MS - now)
  timer = setTimeout(() => void renewNow(), wait)
}

async function renewNow(): Promise<void> {
  const renewal = await renew()
  if (renewal === 'renewed') {
    renewedAt = Date.now()
    plan()
  }
  // The next call leads to the sign-in; the user who is still stored tells that there was one.
  if (renewal === 'unreachable') timer = setTimeout(() => void renewNow(), RETRY_MS)
}

/**
 * Renews once, however many ask: several calls in this tab share one attempt, and tabs take turns, so that a provider that
 * changes the refresh token at each use never sees an old one. Whoever comes later finds the work done.
 */
export function renew(): Promise<Renewal> {
  underWay ??= inTurn(async (): Promise<Renewal> => {
    if (isFresh()) return 'renewed'
    if (!localStorage.getItem(userKey)) return 'refused'
    try {
      const { renewSilently } = await import('./manager.ts')
      return await renewSilently()
    } catch {
      return 'unreachable'
    }
  }).finally(() => {
    underWay = undefined
  })
  return underWay
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // Only pages that came by https or from this machine have locks; the others have no PKCE either.
  return 'locks' in navigator ? navigator.locks.request('linjen.renewal', work) : work()
}

function isFresh(): boolean {
  const user = readUser()
  return user !== null && msUntilRenewal(user.expiresAt, Date.now()) > 0
}
