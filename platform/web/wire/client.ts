import type { Call, Envelope, ErrorEnvelope } from '#platform/contract/call.ts'
import { markAnswered, markUnanswered } from '../page/reach.ts'
import { readServerTime } from '../page/clock-error.ts'
import { envelopeIn } from '../page/envelope.ts'
import { renew } from '../who/session.ts'
import { markAccepted, readUser, refuse, type StoredUser } from '../who/stored-user.ts'
import { addressOf, type Parameters } from './address.ts'
import { ApiError } from './api-error.ts'
import { requestHeaders } from '../who/request-headers.ts'
import { takeEarly } from './early.ts'

const BAD_GATEWAY = 502
const TOO_LARGE = 413
/** In milliseconds. If no answer has begun by then, the call has failed. Files need more time to be sent. */
const LONGEST_MS = 30_000
const LONGEST_FOR_FILES_MS = 120_000

/** Whether a call failed because nobody is signed in any longer. */
export const isSignInNeeded = (error: unknown): boolean => error instanceof ApiError && error.status === 401

export interface SendOptions<Query, Body> {
  query?: Query
  /** Sent as JSON, or unchanged if it is a FormData. */
  body?: Body
  /** The server makes a write with the same key only once, however often it arrives. */
  idempotencyKey?: string
  headers?: Readonly<Record<string, string>>
  /** Called with the headers of a successful answer. */
  onHeaders?: (headers: Headers) => void
  signal?: AbortSignal
  /** The subject in whose name the call is made. It is checked, because another employee may have signed in while the write waited. */
  subject?: string
}

/** Makes a call and returns its `result`. Throws ApiError for everything else. */
export async function send<Answer, Query, Body>(
  call: Call<Answer, Query, Body>,
  options: SendOptions<Query, Body> = {},
): Promise<Answer> {
  const url = addressOf(call.path, options.query as Parameters | undefined)
  const reachAs = ({ token, subject }: StoredUser) => {
    if (options.subject !== undefined && options.subject !== subject) throw new ApiError(401)
    return reach<Answer>(url, call.method, token, options)
  }
  let user = readUser() ?? (await afterRenewal())
  let reached = await reachAs(user)
  if (isRefused(reached)) {
    user = await afterRefusal(user.token)
    reached = await reachAs(user)
    if (isRefused(reached)) await afterRefusal(user.token)
  } else if (reached.envelope && reached.response.status < 500) markAccepted(user.token)
  const { response, sentAt, envelope } = reached
  // Something in front of the portal may refuse too. That must not count as the portal's, because a refusal would remove copies from the
  // phone and end items in the outbox. A photo that is too large for a proxy is too large each time.
  const isForeignRefusal = envelope === null && new ApiError(response.status).isRefusal && response.status !== TOO_LARGE
  const status = isForeignRefusal ? BAD_GATEWAY : response.status
  if (!response.ok || envelope === null) {
    const refused = (envelope ?? {}) as Partial<ErrorEnvelope>
    throw new ApiError(status, refused.errorMessage, refused.modelState, {
      isForeign: envelope === null,
      retryAfterMs: retryAfterIn(response.headers),
    })
  }
  readServerTime(envelope.timestamp, sentAt, response.headers)
  options.onHeaders?.(response.headers)
  return envelope.result
}

/** `Retry-After`, as seconds or as a date; undefined without one. */
function retryAfterIn(headers: Headers): number | undefined {
  const value = headers.get('Retry-After')
  if (value === null) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return ms > 0 ? ms : undefined
}

/** Renews an expired sign-in before the call: at the start of an early shift it has always expired. */
async function afterRenewal(): Promise<StoredUser> {
  const renewal = await renew()
  const user = readUser()
  if (user) return user
  if (renewal !== 'unreachable') throw new ApiError(401)
  markUnanswered()
  throw new ApiError(0)
}

/** After a refused token, returns a new sign-in if a renewal gives one. */
async function afterRefusal(token: string): Promise<StoredUser> {
  const renewal = await renew(token)
  const user = readUser()
  if (user && user.token !== token) return user
  refuse(token, renewal === 'renewed' ? 'stopped' : renewal)
  throw new ApiError(401)
}

interface Reached<Answer> {
  readonly response: Response
  readonly sentAt: number
  /** Null if something other than the portal has answered. */
  readonly envelope: Envelope<Answer> | null
}

const isRefused = ({ response, envelope }: Reached<unknown>) => response.status === 401 && envelope !== null

async function reach<Answer>(
  url: string,
  method: string,
  token: string,
  options: SendOptions<unknown, unknown>,
): Promise<Reached<Answer>> {
  const answered = async (response: Response, sentAt: number) => {
    markAnswered()
    return { response, sentAt, envelope: envelopeIn<Answer>(await response.text()) }
  }
  const { body, idempotencyKey, signal } = options
  try {
    const early = method === 'GET' ? takeEarly(url) : undefined
    if (early) return await answered(await early.response, early.sentAt)
    const sentAt = Date.now()
    const headers: Record<string, string> = { ...requestHeaders(token), ...options.headers }
    if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey
    const isForm = body instanceof FormData
    signal?.throwIfAborted()
    // Combined by hand, because Safari has AbortSignal.any only from 17.4.
    const stop = new AbortController()
    const end = () => stop.abort()
    signal?.addEventListener('abort', end)
    // The limit applies only until the answer begins, because a large file may take longer to arrive.
    const late = setTimeout(end, isForm ? LONGEST_FOR_FILES_MS : LONGEST_MS)
    if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json'
    return await answered(
      await fetch(url, {
        method,
        headers,
        body: body === undefined ? null : isForm ? body : JSON.stringify(body),
        signal: stop.signal,
      }).finally(() => clearTimeout(late)),
      sentAt,
    )
  } catch (error) {
    // TanStack Query handles the queries that it has aborted. Everything else means that no answer came, or only a part of it.
    if (signal?.aborted && (signal.reason as Error | undefined)?.name !== 'TimeoutError') throw error
    markUnanswered()
    throw new ApiError(0)
  }
}
