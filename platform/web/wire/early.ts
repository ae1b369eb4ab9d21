import { readServerTime } from '../page/clock-error.ts'
import { isEnvelope } from '../page/envelope.ts'
import { requestHeaders } from '../who/request-headers.ts'
import { readUser } from '../who/stored-user.ts'

// Early requests are made before React has loaded. They wait here for the first `send` to the same address, which then makes no
// second request.
interface Early {
  readonly token: string
  readonly response: Promise<Response>
  /** The content, read while the scripts are still loading. */
  readonly content: Promise<unknown>
  /** When it was requested, by the phone's clock. */
  readonly sentAt: number
}

/** The same limit as for other calls (client.ts). Calls before the first screen have small answers. */
const LONGEST_MS = 30_000

const started = new Map<string, Early>()

export function startEarly(path: string, token: string): void {
  const sentAt = Date.now()
  const response = fetch(path, { headers: requestHeaders(token), signal: AbortSignal.timeout(LONGEST_MS) })
  const content = response.then((answer): unknown => answer.clone().json())
  // The caller handles the failure. Until then it must not count as unhandled.
  response.catch(() => undefined)
  content.catch(() => undefined)
  started.set(path, { token, response, content, sentAt })
}

export function takeEarly(url: string): Early | undefined {
  const early = started.get(url)
  started.delete(url)
  return early && isStillTheirs(early) && !isStale(early) ? early : undefined
}

const MOST_AGE_MS = 10_000

const isStale = ({ sentAt }: Early) => Date.now() - sentAt > MOST_AGE_MS

/** Whether the employee for whom the call was made is still signed in here. Another tab may have signed in another one. */
const isStillTheirs = ({ token }: Early) => token === readUser()?.token

/**
 * An early answer's result, without taking it. Null if the call was not started, at the latest in the same task after this, or if
 * it failed.
 */
export async function earlyAnswer(url: string): Promise<{ answer: unknown; sentAt: number } | null> {
  try {
    await Promise.resolve()
    const early = started.get(url)
    const response = await early?.response
    if (!early || !response?.ok) return null
    const content = await early.content
    if (!isEnvelope(content) || !isStillTheirs(early) || isStale(early)) return null
    const { result, timestamp } = content
    readServerTime(timestamp, early.sentAt, response.headers)
    return { answer: result, sentAt: early.sentAt }
  } catch {
    return null
  }
}

export const dropEarly = (url: string): unknown => started.delete(url)
