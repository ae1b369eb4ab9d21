import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope
/** Every script and style of this build, written in by app/build. */
declare const ASSETS: readonly string[]

const page = '/'
const logo = '/variant/logo.svg'
// A page lies with the worker of its build: one that is being installed must not replace the page of the one in charge, whose
// scripts are others. Browsers have no hash that is there at once.
const build = new TextEncoder().encode(ASSETS.join('\n')).reduce((sum, byte) => (sum * 31 + byte) % 2 ** 32, 0)
const prefix = 'linjen-page'
const kept = `${prefix}-${build.toString(36)}`

cleanupOutdatedCaches()
precacheAndRoute(ASSETS.map((name) => ({ url: `/assets/${name}`, revision: null })))

// The page is rendered for each company, so it is no part of the build's list: it is taken from the host itself.
self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([takePage(), take(logo)]))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOthers())
})

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(self.skipWaiting())
})

registerRoute(
  new NavigationRoute(({ event }) => first(page, event, takePage), {
    // Also what looks like a file: a missing one is the server's 404, never a page.
    denylist: [/^\/(?:oidc|api|healthz|readyz|livez)(?:\/|$)/, /\.\w+$/],
  }),
)
registerRoute(
  ({ url }) => url.origin === location.origin && url.pathname === logo,
  ({ event }) => first(logo, event, () => take(logo)),
)

async function removeOthers(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== kept)
  await Promise.all(others.map((name) => caches.delete(name)))
}

/** What is kept, at once; the network's is kept for the next time. */
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

/** The page of this build, whatever its company has changed since. One of another build would ask for scripts that are not here. */
async function takePage(): Promise<Response> {
  const response = await fetch(page, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`${page}: ${response.status}`)
  const html = await response.clone().text()
  const scripts = [...html.matchAll(/\/assets\/([\w.-]+\.js)/g)].map(([, name]) => name ?? '')
  if (scripts.length === 0 || !scripts.every((name) => ASSETS.includes(name))) throw new Error('another build')
  await (await caches.open(kept)).put(page, response.clone())
  return response
}
