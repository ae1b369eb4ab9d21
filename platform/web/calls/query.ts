import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Call } from '#platform/contract/call.ts'
import { type ShownCopy, useShownCopy } from '../phone/copies.ts'
import { startCopy } from '../phone/start-copies.ts'
import { addressOf, type Parameters } from '../wire/address.ts'
import { ask } from './ask.ts'
import { type FailedText, queryClient, warnOfLoad } from './query-client.ts'

export interface CallOptions {
  failedText?: FailedText
  enabled?: boolean
  staleTime?: number
  /** Loads again by itself this often, in milliseconds. */
  refetchInterval?: number
  /** Loads again whenever a screen with it is opened, and whenever the page comes into view again, however recent the answer is. */
  refetchOnMount?: 'always'
  refetchOnWindowFocus?: 'always'
  /** Keeps showing the last answer while the next one, for another query, is loading. */
  keepPrevious?: boolean
}

/**
 * The result of useCall: TanStack Query's result. If the data is a copy from the phone, also the copy's time, and whether the server fails.
 */
export type CallResult<Answer> = UseQueryResult<Answer> & { readonly copy?: ShownCopy | undefined }

/** How often a failing server is asked again. */
const FAILING_AGAIN_MS = 60_000

/** TanStack Query's options for loading a call's answer: for `useQuery`, `fetchQuery` and the like. A failure adds `failedText` to the warnings. */
export function callOptions<Answer, Query>(call: Call<Answer, Query>, query: Query, options: CallOptions = {}) {
  const { failedText, keepPrevious, ...rest } = options
  const queryKey = keyOf(call, query)
  const address = addressOf(call.path, query as Parameters | undefined)
  return queryOptions<Answer>({
    queryKey,
    queryFn: ({ signal }) =>
      ask(call, query, {
        signal,
        meanwhile: (answer, at) => {
          if (queryClient.getQueryData(queryKey) === undefined) {
            queryClient.setQueryData(queryKey, answer, { updatedAt: at })
          }
        },
        onFailing: (error) => {
          const query = queryClient.getQueryCache().find<unknown, unknown>({ queryKey })
          if (query) warnOfLoad(error, query)
        },
      }),
    meta: { failedText },
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...(call.kept === 'start' && {
      initialData: () => startCopy(call, address)?.answer as Answer | undefined,
      initialDataUpdatedAt: 0,
    }),
    ...rest,
  })
}

/** Loads a call's answer. The result also shows whether it is a copy kept on the phone. */
export function useCall<Answer, Query>(
  call: Call<Answer, Query>,
  ...[query, options]: undefined extends Query
    ? [query?: Query, options?: CallOptions]
    : [query: Query, options?: CallOptions]
): CallResult<Answer> {
  const copy = useShownCopy(addressOf(call.path, query as Parameters | undefined))
  const result = useQuery({
    refetchInterval: copy?.failing && FAILING_AGAIN_MS,
    ...callOptions(call, query as Query, options),
  })
  // Inherits from the result instead of copying it, because TanStack Query renders again only for fields that have been read.
  return call.kept ? (Object.create(result, { copy: { value: copy } }) as CallResult<Answer>) : result
}

/** An answer of the last minute is recent enough for a summary, so that home and the screen that it links to share it. */
const RECENT_MS = 60_000

/** A call's answer, at most a minute old. Rejects if it cannot be loaded. */
export const fetchRecent = <Answer, Query>(
  call: Call<Answer, Query>,
  query: Query,
  options?: CallOptions,
): Promise<Answer> => queryClient.fetchQuery(callOptions(call, query, { ...options, staleTime: RECENT_MS }))

/** Loads a call's answer before the part that shows it is rendered, with the options of its `useCall`. Never rejects. */
export const prefetch = <Answer, Query>(
  call: Call<Answer, Query>,
  query: Query,
  options?: CallOptions,
): Promise<void> => queryClient.prefetchQuery(callOptions(call, query, options))

/** The query key of a call's answer. Without a query, the common prefix of the keys of all its answers. */
export function keyOf(call: Pick<Call<unknown>, 'path'>, query?: unknown): readonly unknown[] {
  return query === undefined ? [call.path] : [call.path, query]
}
