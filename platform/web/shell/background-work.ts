import type { WebArea } from './area.ts'
import { hasEnded } from '../page/ended.ts'
import { isReached, watchReach } from '../page/reach.ts'
import { fetchMenus } from './menus.ts'
import { readUser, watchUser } from '../who/stored-user.ts'
import { searchOf } from './search.ts'

const APART_MS = 100
const AHEAD_AGAIN_MS = 15 * 60_000

const fetching = new WeakSet<WebArea>()

/**
 * Starts the background work of the areas and the platform, one task at a time, so that taps are handled in between. Prefetching is
 * repeated as long as the page is open, which may be days. Returns the function that ends it.
 */
export function startBackgroundWork(areas: readonly WebArea[]): () => void {
  let wait: ReturnType<typeof setTimeout>
  let waiting: (() => void)[] = []
  const next = () => {
    if (hasEnded()) return
    waiting.shift()?.()
    if (waiting.length > 0) wait = setTimeout(next, APART_MS)
  }
  const ahead = () => areas.filter((area) => area.ahead).map((area) => () => fetchAhead(area))
  const again = () => {
    if (waiting.length > 0 || document.visibilityState !== 'visible' || !isReached() || !readUser()) return
    waiting = ahead()
    wait = setTimeout(next, APART_MS)
  }
  const search = searchOf(areas)
  let endKeys: (() => void) | undefined
  waiting = [
    () => void fetchMenus().catch(() => undefined),
    () => search && void import('./search-keys.ts').then(({ openSearchByKey }) => (endKeys = openSearchByKey(search))),
    () => void import('../updates/start.ts').then(({ startOffline }) => startOffline()),
    () => void import('../who/renewals.ts').then(({ keepRenewed }) => keepRenewed()),
    ...ahead(),
  ]
  next()
  const timer = setInterval(again, AHEAD_AGAIN_MS)
  document.addEventListener('visibilitychange', again)
  const forget = [watchReach(again), watchUser(again)]
  return () => {
    clearTimeout(wait)
    clearInterval(timer)
    document.removeEventListener('visibilitychange', again)
    for (const each of forget) each()
    endKeys?.()
  }
}

function fetchAhead(area: WebArea): void {
  // A fetch that hangs on a bad connection must not be started twice, and must not block the others.
  if (fetching.has(area)) return
  fetching.add(area)
  area
    .ahead?.()
    .catch(() => undefined)
    .finally(() => fetching.delete(area))
}
