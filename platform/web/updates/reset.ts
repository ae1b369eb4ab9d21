import { flushDrafts } from '../phone/drafts.ts'
import { queryClient } from '../calls/query-client.ts'
import { announceUser } from '../who/stored-user.ts'
import { deleteCopies } from '../phone/copy-store.ts'
import { endPage } from '../page/ended.ts'
import { clearLocalStorage } from './clear-local-storage.ts'
import { unregisterWorkers } from './worker.ts'

/**
 * Resets the app on this phone: removes local storage with the sign-in, the service worker with its caches, and all
 * copies. Drafts and unsent reports stay, per employee.
 */
export async function resetApp(): Promise<void> {
  endPage()
  await queryClient.cancelQueries()
  await flushDrafts()
  await unregisterWorkers()
  if ('caches' in globalThis) await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  // Before the copies are removed, because none is stored while nobody is signed in.
  clearLocalStorage()
  await deleteCopies().catch(() => undefined)
  queryClient.clear()
  announceUser()
}
