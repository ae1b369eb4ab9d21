import { flushDrafts } from '../drafts.ts'
import { queryClient } from '../http/query-client.ts'
import { announceUser } from '../stored-user.ts'
import { deleteCopies } from './copy-store.ts'
import { clearLocalStorage } from './local-storage.ts'
import { unregisterWorkers } from './worker.ts'

/**
 * Lets the app begin anew on this phone: local storage and with it the sign-in, the worker with all it has kept, and the copies
 * of what was read. Drafts and what waits to be sent stay, under whoever made them.
 */
export async function resetApp(): Promise<void> {
  await flushDrafts()
  await unregisterWorkers()
  if ('caches' in globalThis) await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  await deleteCopies().catch(() => undefined)
  clearLocalStorage()
  queryClient.clear()
  announceUser()
}
