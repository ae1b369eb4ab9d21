import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope
/** Every script and style of this build. app/build inserts the list. */
declare const ASSETS: readonly string[]

const page = '/'
const logo = '/variant/logo.svg'
// Not every company has one.
const pattern = '/variant/pattern.svg'
// The page is cached per build: a worker that is being installed must not replace the page of the active one, which has other
// scripts. This sum replaces a hash, because browsers have no synchronous hash function.
const build = new TextEncoder().encode(ASSETS.join('\n')).reduce((sum, byte) => (sum * 31 + byte) % 2 ** 32, 0)
const prefix = 'linjen-page'
const kept = `${prefix}-${build.toString(36)}`

cleanupOutdatedCaches()
precacheAndRoute(ASSETS.map((name) => ({ url: `/assets/${name}`, revision: null })))

// The page is rendered per company, so it is not in the build's list. It is fetched from the host.
self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([takePage(), take(logo), take(pattern).catch(() => undefined)]))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOthers())
})

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(self.skipWaiting())
})

registerRoute(
  new NavigationRoute(({ event }) => first(page, event, takePage), {
    // Paths that look like a file are excluded too: for a missing file the server answers 404, never the page. A query may end with a
    // document's name.
    denylist: [/^\/(?:oidc|api|healthz|readyz|livez)(?:\/|$)/, /^[^?]*\.\w+(?:\?|$)/],
  }),
)
for (const picture of [logo, pattern]) {
  registerRoute(
    ({ url }) => url.origin === location.origin && url.pathname === picture,
    ({ event }) => first(picture, event, () => take(picture)),
  )
}

async function removeOthers(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== kept)
  await Promise.all(others.map((name) => caches.delete(name)))
}

/** Returns the cached answer at once, and caches the network's answer for the next time. */
async function first(address: string, event: ExtendableEvent, renew: () => Promise<Response>): Promise<Response> {
  const held = await (await caches.open(kept)).match(address)
  if (!held) return renew()
  event.waitUntil(renew().catch(() => undefined))
  return held
}

async function take(address: string): Promise<Response> {
  const response = await fetch(address, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  await (await caches.open(kept)).put(address, response.clone())
  return response
}

/**
 * Fetches this build's page again, since the company may have changed its variant. Throws if the page is of another build, because
 * that would request scripts that are not cached.
 */
async function takePage(): Promise<Response> {
  const response = await fetch(page, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`${page}: ${response.status}`)
  const html = await response.clone().text()
  const scripts = [...html.matchAll(/\/assets\/([\w.-]+\.js)/g)].map(([, name]) => name ?? '')
  if (scripts.length === 0 || !scripts.every((name) => ASSETS.includes(name))) throw new Error('another build')
  await (await caches.open(kept)).put(page, response.clone())
  return response
}
