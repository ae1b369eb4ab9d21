import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Call } from '#platform/contract/call.ts'
import { ApiError, send, type SendOptions } from './client.ts'
import { addNotice, retractNotice } from './notices.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    queryMeta: { failedText?: FailedText }
    mutationMeta: { failedText?: FailedText }
  }
}

/** The catalogue's words for a failed load. A function where they depend on what led to it. */
export type FailedText = string | (() => string)

function warn(text: FailedText | undefined, error: unknown): void {
  // Who must sign in again is on the way there; a warning would only be in the way.
  if (!text || (error instanceof ApiError && error.status === 401)) return
  addNotice({ type: 'network', severity: 'warning', message: wordsOf(text) })
}

const wordsOf = (text: FailedText) => (typeof text === 'function' ? text() : text)

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => warn(query.meta?.failedText, error),
    onSuccess: (_data, query) => {
      if (query.meta?.failedText) retractNotice(wordsOf(query.meta.failedText))
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _onMutateResult, mutation) => warn(mutation.meta?.failedText, error),
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Without coverage a load must fail and say so, not wait in silence.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: false,
    },
    mutations: { networkMode: 'always' },
  },
})

export interface CallOptions {
  failedText?: FailedText
  enabled?: boolean
  staleTime?: number
  /** Loads again by itself this often, in milliseconds. */
  refetchInterval?: number
  /** Keeps showing the last answer while the next one, for another query, is on its way. */
  keepPrevious?: boolean
}

/** Loads a call's answer. A failure also puts `failedText` into the global list of warnings. */
export function useCall<Answer, Query>(
  call: Call<Answer, Query>,
  ...[query, options = {}]: undefined extends Query
    ? [query?: Query, options?: CallOptions]
    : [query: Query, options?: CallOptions]
): UseQueryResult<Answer> {
  const { failedText, keepPrevious, ...rest } = options
  return useQuery({
    queryKey: keyOf(call, query),
    queryFn: ({ signal }) => send(call, { query, signal }),
    meta: { failedText },
    placeholderData: keepPrevious ? keepPreviousData : undefined,
    ...rest,
  })
}

/** The key under which a call's answer is kept; without a query, the common beginning of all of them. */
export function keyOf(call: Pick<Call<unknown>, 'path'>, query?: unknown): readonly unknown[] {
  return query === undefined ? [call.path] : [call.path, query]
}

export interface SendingOptions<Answer, Body> {
  failedText?: FailedText
  /** Loads that the write makes stale. They are made again before `busy` ends, so that the screen changes once. */
  reloads?: readonly Pick<Call<unknown>, 'path'>[]
  /**
   * Sends an idempotency key: the same body again, after a failure, is the same write. A function names the key itself: for a
   * form whose draft outlives the page.
   */
  once?: boolean | ((body: Body) => string)
  /** Further headers: what `If-Match` the body was made on. */
  headers?: () => Readonly<Record<string, string>>
  onSuccess?: (answer: Answer, body: Body) => void
  onError?: (error: ApiError, body: Body) => void
}

export interface Sending<Answer, Body> {
  /** Does nothing while one is under way. Never throws: see `error`. */
  submit: (body: Body) => void
  busy: boolean
  error: ApiError | null
  answer: Answer | undefined
  reset: () => void
}

/** A write. A second submit while one is under way is ignored. */
export function useSend<Answer, Query, Body>(
  call: Call<Answer, Query, Body>,
  options: SendingOptions<Answer, Body> = {},
): Sending<Answer, Body> {
  const client = useQueryClient()
  const underWay = useRef(false)
  const attempt = useRef({ text: '', key: '' })
  const keyFor = (body: Body) => {
    if (typeof options.once === 'function') return options.once(body)
    const text = JSON.stringify(body)
    if (attempt.current.text !== text) attempt.current = { text, key: crypto.randomUUID() }
    return attempt.current.key
  }
  const mutation = useMutation<Answer, ApiError, Body>({
    mutationFn: (body) =>
      call.method === 'DELETE'
        ? send(call, { query: body } as SendOptions<Query, Body>)
        : send(call, {
            body,
            idempotencyKey: options.once ? keyFor(body) : undefined,
            headers: options.headers?.(),
          }),
    meta: { failedText: options.failedText },
    onSuccess: async (answer, body) => {
      attempt.current = { text: '', key: '' }
      options.onSuccess?.(answer, body)
      await Promise.all((options.reloads ?? []).map((stale) => client.invalidateQueries({ queryKey: keyOf(stale) })))
    },
    onError: (error, body) => options.onError?.(error, body),
    onSettled: () => {
      underWay.current = false
    },
  })
  return {
    submit: (body) => {
      if (underWay.current) return
      underWay.current = true
      mutation.mutate(body)
    },
    busy: mutation.isPending,
    error: mutation.error,
    answer: mutation.data,
    reset: mutation.reset,
  }
}
