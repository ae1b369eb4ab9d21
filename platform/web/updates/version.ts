import { flushDrafts } from '../phone/drafts.ts'
import { variant } from '../page/variant.ts'
import { clearLocalStorage } from './clear-local-storage.ts'
import { isNewer, markNewer } from './newer.ts'
import { isReached, markAnswered, markUnanswered } from '../page/reach.ts'
import { unregisterWorkers } from './worker.ts'

const EVERY_MS = 30 * 60_000
const RELOAD_MS = 2000
const ANSWER_MS = 6000
const UPDATE_MS = 10_000

/** Checks now, later and when the app is resumed whether the server has another version than this page. */
export function watchVersion(): void {
  let askedAt = 0
  const look = () => {
    if (isNewer() || Date.now() - askedAt < 60_000) return
    askedAt = Date.now()
    void ask()
  }
  look()
  setInterval(look, EVERY_MS)
  addEventListener('online', look)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look()
  })
}

async function ask(): Promise<void> {
  // Without a service worker the page came from the server, and only a reload can update it.
  if (!(await navigator.serviceWorker?.getRegistration().catch(() => undefined))) return
  const served = await servedVersion()
  if (served === null || served === variant.version) return
  markNewer()
}

/** The server's version. Null if it cannot be fetched. */
async function servedVersion(): Promise<string | null> {
  try {
    const response = await fetch('/version.txt', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) })
    const text = response.ok ? (await response.text()).trim() : ''
    return /^\d{8}\.\d+$/.test(text) ? text : null
  } catch {
    return null
  }
}

/**
 * Switches to the server's version: updates the worker, clears local storage, unregisters the worker, and reloads the page after two
 * seconds. Unsent reports and drafts are stored elsewhere and stay. Without coverage this returns false and changes nothing, because
 * the new version could not be fetched and the old one would be lost.
 */
export async function upgrade(): Promise<boolean> {
  if ((await servedVersion()) === null) {
    markUnanswered()
    return false
  }
  markAnswered()
  // An update that hangs or fails does not matter, because the new page registers its own worker.
  await Promise.race([updateWorker(), pause(UPDATE_MS)])
  await pause(RELOAD_MS)
  if (!isReached()) return false
  await flushDrafts()
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  registration?.waiting?.postMessage('take-over')
  await unregisterWorkers().catch(() => undefined)
  // Last, because reports that are made while the new version is being fetched are stored for the signed-in employee.
  clearLocalStorage()
  location.reload()
  return true
}

async function updateWorker(): Promise<void> {
  try {
    await (await navigator.serviceWorker.getRegistration())?.update()
  } catch {
    // A failed update does not matter: see `upgrade`.
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
