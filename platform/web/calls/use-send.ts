import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef } from 'react'
import type { Call } from '#platform/contract/call.ts'
import { announce } from '../ui/announce.ts'
import { type Attempt, attemptAt } from './attempt.ts'
import type { Outcome, Parcel } from '../phone/outbox-item.ts'
import { ApiError } from '../wire/api-error.ts'
import { send, type SendOptions } from '../wire/client.ts'
import { retractNotice } from '../wire/notices.ts'
import { keyOf } from './query.ts'
import { warn } from './query-client.ts'

// Separate from query.ts, which the first load needs.

export interface SendingOptions<Answer, Body> {
  /** A failure adds this to the warnings, until the write, or another one that settles the same thing, has succeeded. */
  failedText?: string
  /** Loads that the write makes stale. They are repeated before `busy` ends, so that the screen changes once. */
  reloads?: readonly Pick<Call<unknown>, 'path'>[]
  /**
   * Sends an idempotency key: the same body that is sent again after a failure is the same write. A function returns the key itself, for a
   * form whose draft outlives the page.
   */
  once?: boolean | ((body: Body) => string)
  /** Further headers, such as the `If-Match` of the version that was edited. */
  headers?: () => Readonly<Record<string, string>>
  /**
   * Sends through the outbox: the write is stored on the phone first, and sent now if possible, otherwise later. Returns the write's name
   * there and the pictures that belong to it. Replaces the header of `once`, with the same key.
   */
  outbox?: (body: Body) => Omit<Parcel, 'id' | 'path' | 'body' | 'reloads'>
  /** The announcement for screen readers after success, if the screen shows no text for it. */
  said?: (body: Body) => string
  /**
   * For a button that can undo its action: a second tap within two seconds after a success does nothing, unless it is on another button,
   * which passes `atOnce`.
   */
  rests?: boolean
  onSuccess?: (answer: Answer, body: Body) => void
  /** Called after a success, when the `reloads` have been repeated, unless the component is gone. For example, to close a dialog. */
  onReloaded?: () => void
  /** Called when the write is stored on the phone, to be sent when there is coverage. */
  onWaiting?: (body: Body) => void
  /** Called with a refusal or another failure. `error` is set, and `busy` ends, when the returned promise is fulfilled. */
  onError?: (error: ApiError, body: Body) => void | Promise<void>
}

export interface Sending<Answer, Body> {
  /** Does nothing while a write is being sent. Never throws: see `error`. */
  submit: (body: Body, atOnce?: boolean) => void
  busy: boolean
  error: ApiError | null
  answer: Answer | undefined
  /** Whether the last write waits in the outbox. */
  waiting: boolean
  reset: () => void
}

const RESTS_MS = 2000

/**
 * The name of a write among those with the same `failedText`: of all that settle the same thing, or otherwise of those with the same body.
 */
export const writeName = (failedText: string, about: unknown): string => JSON.stringify([failedText, about])

/** A write. A second submit while one is being sent is ignored. */
export function useSend<Answer, Query, Body>(
  call: Call<Answer, Query, Body>,
  options: SendingOptions<Answer, Body> = {},
): Sending<Answer, Body> {
  const client = useQueryClient()
  const underWay = useRef(false)
  const restsUntil = useRef(0)
  const attempt = useRef<Attempt | null>(null)
  const looking = useRef<AbortController>(undefined)
  // Changes are rendered together, up to a tenth of a second late (query-client.ts). A tap is rendered at once, because a button that looks
  // untouched is tapped again.
  const [, showNow] = useReducer((times: number) => times + 1, 0)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      looking.current?.abort()
    }
  }, [])
  const keyFor = (body: Body) => {
    if (typeof options.once === 'function') return options.once(body)
    attempt.current = attemptAt(JSON.stringify(body), attempt.current)
    return attempt.current.key
  }
  const warningOf = (body: Body) =>
    options.failedText ? writeName(options.failedText, options.outbox?.(body).settles ?? body) : ''
  const mutation = useMutation<{ answer: Answer } | 'waiting', ApiError, Body>({
    mutationKey: keyOf(call),
    mutationFn: async (body) => {
      looking.current = new AbortController()
      // A form that was left while its photos were handed over.
      if (gone.current) looking.current.abort()
      const left = looking.current.signal
      if (call.method === 'DELETE') return { answer: await send(call, { query: body } as SendOptions<Query, Body>) }
      const idempotencyKey = options.once || options.outbox ? keyFor(body) : undefined
      const { outbox, reloads = [] } = options
      if (outbox && idempotencyKey) {
        const parcel = {
          id: idempotencyKey,
          path: call.path,
          body,
          ...outbox(body),
          reloads: reloads.map(({ path }) => path),
        }
        const outcome = await byOutbox(parcel, left)
        if (outcome) return endOf(outcome) as { answer: Answer } | 'waiting'
      }
      return { answer: await send(call, { body, idempotencyKey, headers: options.headers?.() }) }
    },
    onSuccess: async (end, body) => {
      attempt.current = null
      // Also of a write that now waits on the phone: a line of its own says so.
      retractNotice(warningOf(body))
      if (end === 'waiting') {
        options.onWaiting?.(body)
        return
      }
      if (options.said) announce(options.said(body))
      options.onSuccess?.(end.answer, body)
      await Promise.all((options.reloads ?? []).map((stale) => client.invalidateQueries({ queryKey: keyOf(stale) })))
    },
    onError: (error, body) => {
      warn(options.failedText, error, warningOf(body))
      return options.onError?.(error, body)
    },
    onSettled: (_end, error) => {
      underWay.current = false
      if (options.rests && !error) restsUntil.current = performance.now() + RESTS_MS
    },
  })
  const { data } = mutation
  return {
    submit: (body, atOnce = false) => {
      // `isPending` stays true until the outcome has been rendered. A tap before that is on a button that is about to disappear, and would
      // send a second write with another key.
      if (underWay.current || mutation.isPending) return
      if (!atOnce && performance.now() < restsUntil.current) return
      underWay.current = true
      // Unlike the other callbacks, this one is not called if the component is gone.
      mutation.mutate(body, { onSuccess: (end) => end !== 'waiting' && options.onReloaded?.() })
      showNow()
    },
    busy: mutation.isPending,
    error: mutation.error,
    answer: data === 'waiting' ? undefined : data?.answer,
    waiting: data === 'waiting',
    reset: mutation.reset,
  }
}

/** Sends through the outbox. Returns null if the outbox's code cannot be loaded, so that the write is sent directly. */
async function byOutbox(parcel: Parcel, left: AbortSignal): Promise<Outcome | null> {
  const outbox = await import('../phone/outbox/outbox.ts').catch(() => null)
  return outbox && outbox.submit(parcel, left)
}

function endOf(outcome: Outcome): { answer: unknown } | 'waiting' {
  if (outcome.kind === 'refused') throw new ApiError(outcome.status, outcome.errorMessage, outcome.modelState)
  return outcome.kind === 'waiting' ? 'waiting' : { answer: outcome.answer }
}
