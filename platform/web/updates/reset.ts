import { flushDrafts } from '../phone/drafts.ts'
import { queryClient } from '../calls/query-client.ts'
import { announceUser } from '../who/stored-user.ts'
import { deleteCopies } from '../phone/copy-store.ts'
import { endPage } from '../page/ended.ts'
import { clearLocalStorage } from './local-storage.ts'
import { unregisterWorkers } from './worker.ts'

/**
 * Lets the app begin anew on this phone: local storage and with it the sign-in, the worker with all it has kept, and the copies
 * of what was read. Drafts and what waits to be sent stay, under whoever made them.
 */
export async function resetApp(): Promise<void> {
  endPage()
  await queryClient.cancelQueries()
  await flushDrafts()
  await unregisterWorkers()
  if ('caches' in globalThis) await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  // First, so that no copy is kept behind what removes them: they are kept only while somebody is signed in.
  clearLocalStorage()
  await deleteCopies().catch(() => undefined)
  queryClient.clear()
  announceUser()
}
