import { startOutbox } from '../phone/outbox/outbox.ts'
import { hasEnded } from '../page/ended.ts'
import { readLastUser } from '../who/stored-user.ts'
import { startWorker } from './worker.ts'
import { watchVersion } from './version.ts'

let started = false

/** Starts the parts that make the portal work without coverage. Called when the screen is idle. */
export async function startOffline(): Promise<void> {
  if (started) return
  started = true
  await startOutbox()
  if (!hasEnded()) await startWorker()
  watchVersion()
  await import('../phone/draft-store.ts').then((store) => store.tidyDrafts()).catch(() => undefined)
  const subject = readLastUser()?.subject
  if (subject) await import('../phone/copy-store.ts').then((store) => store.tidyCopies(subject)).catch(() => undefined)
}
