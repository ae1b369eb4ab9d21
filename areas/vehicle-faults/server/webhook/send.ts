import type { Platform } from '#platform/server/area.ts'
import { dueMessages, markFailed, markSent, messageOf, type Waiting } from './outbox.ts'
import { workshopSystems, type WorkshopSystem } from './settings.ts'
import { signedHeaders } from './signature.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** How many days a message is tried. */
const GIVE_UP_DAYS = 7
/** The longest pause. It is a minute after the first failure, and twice as long after each further one. */
const LONGEST_MS = 6 * 60 * MINUTE
/** How long the workshop's system may take to answer. */
const PATIENCE_MS = 10_000
/** After this many failures in a row nothing more is sent until the next minute. The system is down, and not one message wrong. */
const MOST_FAILURES = 3
/** A run ends in good time before its limit (platform/server/jobs.ts). */
const RUN_MS = 4 * MINUTE

/** How long to wait after a number of failures. */
export const pauseMs = (failures: number): number => Math.min(MINUTE * 2 ** (failures - 1), LONGEST_MS)

/** Sends each workshop's system the messages that are due. Those of one fault are sent in their order, each until it is accepted. */
export async function sendMessages(platform: Platform, patienceMs = PATIENCE_MS): Promise<void> {
  // All at the same time, so that a system that stalls does not delay the others.
  const sending = [...workshopSystems(platform)].map(([company, system]) =>
    sendTo(platform, { company, system, patienceMs }),
  )
  const failed = (await Promise.allSettled(sending)).find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}

interface Receiver {
  readonly company: string
  readonly system: WorkshopSystem
  readonly patienceMs: number
}

async function sendTo({ db, clock, log }: Platform, { company, system, patienceMs }: Receiver): Promise<void> {
  const { url, secrets } = system
  if (!url) return
  const ends = performance.now() + RUN_MS
  for (let failures = 0; ;) {
    const due = await dueMessages(db, company, clock(), LONGEST_MS)
    if (due.length === 0) return
    for (const message of due) {
      if (performance.now() > ends) return
      const why = await post(url, secrets, message, clock(), patienceMs)
      const now = clock()
      if (why === null) {
        await markSent(db, company, message.id, now)
        failures = 0
        continue
      }
      const isOver = now.getTime() - message.tryingSince.getTime() >= GIVE_UP_DAYS * DAY
      const nextAt = isOver ? null : new Date(now.getTime() + pauseMs(message.tries + 1))
      await markFailed(db, company, message.id, { now, why, nextAt })
      if (isOver) log.error({ company, message: message.messageId, reason: why }, 'webhook given up')
      if (++failures === MOST_FAILURES) {
        log.warn({ company, reason: why }, 'webhook not taken')
        return
      }
    }
  }
}

/** Sends one message. Returns null if it was accepted, otherwise the reason, without the receiver's text. */
async function post(
  url: URL,
  secrets: readonly Buffer[],
  message: Waiting,
  now: Date,
  patienceMs: number,
): Promise<string | null> {
  const body = JSON.stringify(messageOf(message))
  const signed = signedHeaders(secrets, {
    id: message.messageId,
    timestamp: Math.floor(now.getTime() / 1000),
    body,
  })
  const done = new AbortController()
  try {
    const { ok, status } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Linjen', ...signed },
      body,
      // A redirect could send the message anywhere. A new address belongs in the settings.
      redirect: 'manual',
      signal: AbortSignal.any([done.signal, AbortSignal.timeout(patienceMs)]),
    })
    return ok ? null : `status ${status}`
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    return name === 'TimeoutError' ? 'no answer in time' : (cause?.code ?? name)
  } finally {
    // The body of the answer is not read: the receiver could hold the connection with it, or fill the memory.
    done.abort()
  }
}
