import { hasEnded } from '../page/ended.ts'
import { workerAddress, workerPath } from '../page/trusted-types.ts'

/** Registers the service worker of this build. Development has none. */
export async function startWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (hasEnded()) return
  if (navigator.serviceWorker.controller && !(await isThere())) return
  try {
    const registration = await navigator.serviceWorker.register(workerAddress as string)
    // The app was reset while the worker was being registered.
    if (hasEnded()) await registration.unregister()
  } catch {
    // Storage may be forbidden, or there is no network: the portal works without it.
  }
}

/**
 * Whether the server still has a worker. If it has none, or something else at that address, the worker on this phone
 * would keep an old portal alive forever. It is then unregistered, and the page is reloaded without it.
 */
async function isThere(): Promise<boolean> {
  let response: Response
  try {
    response = await fetch(workerPath, { cache: 'no-store', headers: { 'Service-Worker': 'script' } })
  } catch {
    // oxlint-disable-next-line no-console -- the specification: offline yields a console message only
    console.info('Ingen täckning: appen körs med det som finns på telefonen.')
    return true
  }
  const isScript = response.headers.get('content-type')?.includes('javascript') ?? false
  if (response.status !== 404 && (!response.ok || isScript)) return true
  await unregisterWorkers()
  location.reload()
  return false
}

export async function unregisterWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
}
