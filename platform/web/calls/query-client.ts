import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { shownCopy } from '../phone/copies.ts'
import { isReached, watchMissed, watchReach } from '../page/reach.ts'
import { addressOf, type Parameters } from '../wire/address.ts'
import { onStale } from '../phone/outbox/state.ts'
import { ApiError } from '../wire/api-error.ts'
import { addNotice, retractNotice } from '../wire/notices.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    queryMeta: { failedText?: FailedText | undefined }
    mutationMeta: { failedText?: FailedText | undefined }
  }
}

/** The catalogue's words for a failed load. A function where they depend on what led to it. */
export type FailedText = string | (() => string)

/** Puts a failure into the global list of warnings. */
export function warn(text: FailedText | undefined, error: unknown, load: boolean): void {
  // Who must sign in again is on the way there; a warning would only be in the way.
  if (!text || (error instanceof ApiError && error.status === 401)) return
  addNotice({ type: 'network', severity: 'warning', message: wordsOf(text), load })
}

const wordsOf = (text: FailedText) => (typeof text === 'function' ? text() : text)

const FAILED_JUST_NOW_MS = 5000

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => warn(query.meta?.failedText, error, true),
    onSuccess: (_data, query) => {
      // A copy that stands in for what the server could not answer is no success.
      if (query.meta?.failedText && !shownCopy(addressOfKey(query.queryKey))?.failing)
        retractNotice(wordsOf(query.meta.failedText))
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _onMutateResult, mutation) => warn(mutation.meta?.failedText, error, false),
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Without coverage a load must fail and say so, not wait in silence.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: false,
      // Another part of the same screen, fetched a moment later, does not take the failure away from under a finger.
      retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > FAILED_JUST_NOW_MS,
    },
    mutations: { networkMode: 'always' },
  },
})

// What was lost in a moment without coverage, too short for anybody to notice.
watchMissed(() => {
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ queryKey, state }) => state.error?.status === 0 || shownCopy(addressOfKey(queryKey)) !== undefined,
  })
})

const addressOfKey = ([path, query]: readonly unknown[]) => addressOf(String(path), query as Parameters | undefined)

// What was read from copies, or could not be read at all, is asked for again as soon as the portal is back.
watchReach(() => {
  if (isReached()) void queryClient.invalidateQueries()
})

onStale((paths) => {
  for (const path of paths) void queryClient.invalidateQueries({ queryKey: [path] })
})
