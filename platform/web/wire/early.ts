import { requestHeaders } from '../who/request-headers.ts'

// Early requests, made before React had loaded, wait here for the first `send` to the same address, which makes no second request.
interface Early {
  readonly response: Promise<Response>
  /** Its content, read while the scripts are still loading. */
  readonly content: Promise<unknown>
  /** When it was requested, by the phone's clock. */
  readonly sentAt: number
}

const started = new Map<string, Early>()

export function startEarly(path: string, token: string): void {
  const sentAt = Date.now()
  const response = fetch(path, { headers: requestHeaders(token) })
  const content = response.then((answer): unknown => answer.clone().json())
  // The caller handles the failure; until then it must not count as unhandled.
  response.catch(() => undefined)
  content.catch(() => undefined)
  started.set(path, { response, content, sentAt })
  // An answer that is not used soon becomes stale.
  setTimeout(() => started.delete(path), 10_000)
}

export function takeEarly(url: string): Early | undefined {
  const early = started.get(url)
  started.delete(url)
  return early
}

/** Looks at an answer without taking it. */
export const peekEarly = (url: string): Early | undefined => started.get(url)

export const dropEarly = (url: string): unknown => started.delete(url)
