import { flushDrafts } from '../phone/drafts.ts'
import { variant } from '../page/variant.ts'
import { clearLocalStorage } from './local-storage.ts'
import { isNewer, tellNewer } from './newer.ts'
import { isReached, tellAnswered, tellUnanswered } from '../page/reach.ts'
import { unregisterWorkers } from './worker.ts'

const EVERY_MS = 30 * 60_000
const RELOAD_MS = 2000
const ANSWER_MS = 6000
const UPDATE_MS = 10_000

/** Asks now, later and when the app is taken up again, whether the server has another version than this page. */
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
  // Without a worker the page itself came from the server: there is nothing to bring up to date but by loading it anew.
  if (!(await navigator.serviceWorker?.getRegistration().catch(() => undefined))) return
  const served = await servedVersion()
  if (served === null || served === variant.version) return
  tellNewer()
}

/** Null where it cannot be had. */
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
 * Goes over to the version that the server has: the worker updated, local storage cleared, the worker unregistered, and the page
 * loaded anew after two seconds. What waits to be sent and what is half typed lie elsewhere, and stay. Answers false, and
 * leaves all as it was, where there is no coverage: the new version could not be had, and the old one would be gone.
 */
export async function upgrade(): Promise<boolean> {
  if ((await servedVersion()) === null) {
    tellUnanswered()
    return false
  }
  tellAnswered()
  // An update that hangs or fails is no matter: the new page brings its own worker.
  await Promise.race([updateWorker(), pause(UPDATE_MS)])
  await pause(RELOAD_MS)
  if (!isReached()) return false
  await flushDrafts()
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  registration?.waiting?.postMessage('take-over')
  await unregisterWorkers().catch(() => undefined)
  // Last of all: what is reported while the new version is being fetched is kept under whoever is signed in.
  clearLocalStorage()
  location.reload()
  return true
}

async function updateWorker(): Promise<void> {
  try {
    await (await navigator.serviceWorker.getRegistration())?.update()
  } catch {
    // Said where it is called.
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
