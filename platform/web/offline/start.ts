import { startOutbox } from '../outbox/outbox.ts'
import { hasEnded } from './ended.ts'
import { readLastUser } from '../stored-user.ts'
import { startWorker } from './worker.ts'
import { watchVersion } from './version.ts'

let started = false

/** What makes the portal stand without coverage, begun when the screen has come to rest. */
export async function startOffline(): Promise<void> {
  if (started) return
  started = true
  await startOutbox()
  if (!hasEnded()) await startWorker()
  watchVersion()
  const subject = readLastUser()?.subject
  if (subject) await import('./copy-store.ts').then((store) => store.tidyCopies(subject)).catch(() => undefined)
}
