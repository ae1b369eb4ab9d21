import { getProfile } from '#platform/contract/profile.ts'
import { requestHeaders } from './request-headers.ts'
import { isReached, watchReach } from '../page/reach.ts'
import {
  letTokenBe,
  noteRenewal,
  noteTaken,
  readLastUser,
  readRenewal,
  readUser,
  refusedToken,
  wasTaken,
  watchUser,
} from './stored-user.ts'
import { type Renewal, tokenKeeper } from './keeper.ts'
import { askProvider } from './provider.ts'

// The browser's part of keeper.ts. Fetched when the first screen has come to rest, or when a token cannot be used.
const keeper = tokenKeeper({
  now: Date.now,
  storage: localStorage,
  stored: readLastUser,
  // Only pages that came by https or from this machine have locks; the others have no PKCE either.
  inTurn: (work) => ('locks' in navigator ? navigator.locks.request('linjen.renewal', work) : work()),
  reached: isReached,
  ask: async () => {
    try {
      return await askProvider()
    } catch {
      return 'unreachable'
    }
  },
})

let timer: ReturnType<typeof setTimeout> | undefined
let underWay: Promise<Renewal> | undefined
let kept = false

/** Renews the sign-in ahead of its end, and one that has ended when the provider can be reached again, while the app is open. */
export function keepRenewed(): void {
  if (kept) return
  kept = true
  watchUser(plan)
  watchReach(again)
  // A sleeping phone's timers sleep too; and what failed without coverage can be done now.
  addEventListener('online', again)
  addEventListener('pageshow', plan)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') plan()
  })
  plan()
}

function plan(): void {
  clearTimeout(timer)
  const wait = hasStopped() ? null : keeper.wait()
  if (wait !== null) timer = setTimeout(() => void renew(), wait)
}

/** Another renewal would lead nowhere: the employee signs in, or tries again. */
const hasStopped = () => ['stopped', 'refused'].includes(readRenewal() ?? '')

function again(): void {
  if (!readUser() && !hasStopped()) void renew(undefined, true)
}

/** Renews once, however many ask: several calls in this tab share one attempt, and tabs take turns. */
export function renew(refused = refusedToken(), coverageIsBack = false): Promise<Renewal> {
  underWay ??= keeper
    .renew(refused, coverageIsBack)
    .then(async (renewal) => {
      const user = readLastUser()
      if (renewal === 'stopped' && user?.token === refused && !wasTaken(refused)) await tryOut(refused)
      if (user && renewal !== 'renewed') noteRenewal(user.token, renewal)
      return renewal
    })
    .finally(() => {
      underWay = undefined
      keepRenewed()
    })
  return underWay
}

/**
 * Whether the server refuses the token, or one call whatever the token: decided by the call that everybody may make. Asked once
 * for each token, before it counts as refused.
 */
async function tryOut(token: string): Promise<void> {
  if (token === refusedToken()) return
  // All calls wait for it.
  const signal = AbortSignal.timeout(10_000)
  const response = await fetch(getProfile.path, { headers: requestHeaders(token), signal }).catch(() => null)
  if (response && response.status < 500 && response.status !== 401) noteTaken(token)
}

/** Whether to go to the provider without being asked to: not again and again. */
export const maySignIn = (): Promise<boolean> => keeper.maySignIn()

/** A person wants to try again. */
export async function startAfresh(): Promise<void> {
  await keeper.startAfresh()
  letTokenBe()
}
