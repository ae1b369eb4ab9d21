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
/** An answer that has not begun by then counts as none. Files need more time to be sent. */
const LONGEST_MS = 30_000
const LONGEST_FOR_FILES_MS = 120_000

/** Whether a call failed because nobody is signed in any longer. */
export const isSignInNeeded = (error: unknown): boolean => error instanceof ApiError && error.status === 401

export interface SendOptions<Query, Body> {
  query?: Query
  /** Sent as JSON, or unchanged if it is a FormData. */
  body?: Body
  /** The server carries out a write with the same key only once, however often it arrives. */
  idempotencyKey?: string
  headers?: Readonly<Record<string, string>>
  /** Called with the headers of a successful answer. */
  onHeaders?: (headers: Headers) => void
  signal?: AbortSignal
  /** The subject in whose name it is sent: somebody else may have signed in while it waited. */
  subject?: string
}

/** Makes a call and returns its `result`; throws ApiError for everything else. */
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
  // Of a proxy in front of a portal that is away: what it does not find, the employee has not lost, neither on the phone nor in the outbox.
  const status = envelope === null && [401, 403, 404].includes(response.status) ? BAD_GATEWAY : response.status
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

/** Renews an expired sign-in first: at the start of an early shift it always has expired. */
async function afterRenewal(): Promise<StoredUser> {
  const renewal = await renew()
  const user = readUser()
  if (user) return user
  if (renewal !== 'unreachable') throw new ApiError(401)
  markUnanswered()
  throw new ApiError(0)
}

/** After a refused token, the call continues with a new one if a renewal gives one. */
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
  /** Null if it is not the portal that has answered. */
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
    // By hand: Safari has AbortSignal.any only from 17.4.
    const stop = new AbortController()
    const end = () => stop.abort()
    signal?.addEventListener('abort', end)
    // Only until the answer begins: a large file may take longer to arrive.
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
    // TanStack Query handles its own aborted queries; everything else means that no answer came, or not all of it.
    if (signal?.aborted && (signal.reason as Error | undefined)?.name !== 'TimeoutError') throw error
    markUnanswered()
    throw new ApiError(0)
  }
}
