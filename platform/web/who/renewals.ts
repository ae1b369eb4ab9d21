import { getProfile } from '#platform/contract/profile.ts'
import { requestHeaders } from './request-headers.ts'
import { envelopeIn } from '../page/envelope.ts'
import { isReached, watchReach } from '../page/reach.ts'
import {
  forgetRefusal,
  recordRenewal,
  markAccepted,
  readLastUser,
  readRenewal,
  readUser,
  refusedToken,
  wasTaken,
  watchUser,
} from './stored-user.ts'
import { type Renewal, tokenKeeper } from './keeper.ts'
import { askProvider } from './provider.ts'
import { removeTypedByOthers } from './typed-here.ts'

// keeper.ts in the browser. Loaded when the first screen is idle, or when a token cannot be used.
const keeper = tokenKeeper({
  now: Date.now,
  storage: localStorage,
  stored: readLastUser,
  // Only pages over https or from this machine have locks. Other pages have no PKCE either.
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

/**
 * While the app is open, renews the sign-in before it expires. Renews an expired sign-in when the provider can be reached again.
 */
export function keepRenewed(): void {
  if (kept) return
  kept = true
  watchUser(plan)
  watchReach(again)
  // A sleeping phone's timers sleep too, and a renewal that failed without coverage may succeed now.
  addEventListener('online', again)
  addEventListener('pageshow', plan)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') plan()
  })
  plan()
}

function plan(): void {
  // The sign-in or sign-out may have happened in another tab.
  removeTypedByOthers()
  clearTimeout(timer)
  const wait = hasStopped() ? null : keeper.wait()
  if (wait !== null) timer = setTimeout(() => void renew(), wait)
}

/** Whether another renewal would not help, so that the employee must sign in or try again. */
const hasStopped = () => ['stopped', 'refused'].includes(readRenewal() ?? '')

function again(): void {
  if (!readUser() && !hasStopped()) void renew(undefined, true)
}

/** Renews once, however many callers there are: calls in this tab share one attempt, and tabs take turns. */
export function renew(refused = refusedToken(), coverageIsBack = false): Promise<Renewal> {
  underWay ??= keeper
    .renew(refused, coverageIsBack)
    .then(async (renewal) => {
      const user = readLastUser()
      if (renewal === 'stopped' && user?.token === refused && !wasTaken(refused)) await tryOut(refused)
      if (user && renewal !== 'renewed') recordRenewal(user.token, renewal)
      return renewal
    })
    .finally(() => {
      underWay = undefined
      keepRenewed()
    })
  return underWay
}

/**
 * Finds out whether the server refuses the token in general or only in one call, by making the call that everybody may make. Done
 * once per token, before the token counts as refused.
 */
async function tryOut(token: string): Promise<void> {
  if (token === refusedToken()) return
  // All calls wait for this one.
  const signal = AbortSignal.timeout(10_000)
  const response = await fetch(getProfile.path, { headers: requestHeaders(token), signal }).catch(() => null)
  if (!response || response.status >= 500 || response.status === 401) return
  if (envelopeIn(await response.text().catch(() => ''))) markAccepted(token)
}

/** Whether the page may go to the provider automatically. It may not do so again and again. */
export const maySignIn = (): Promise<boolean> => keeper.maySignIn()

/** Called when the employee wants to try again. */
export async function startAfresh(): Promise<void> {
  await keeper.startAfresh()
  forgetRefusal()
}
