import { MutationCache, notifyManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { shownCopy } from '../phone/copies.ts'
import { feel } from '../page/feel.ts'
import { isReached, watchMissed, watchReach } from '../page/reach.ts'
import { addressOf, type Parameters } from '../wire/address.ts'
import { together } from './together.ts'
import { onStale } from '../phone/outbox/state.ts'
import type { ApiError } from '../wire/api-error.ts'
import { addNotice, retractNotice } from '../wire/notices.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    queryMeta: { failedText?: FailedText | undefined }
  }
}

/** The specified text for a failed load. A function if it depends on what led to the load. */
export type FailedText = string | (() => string)

/** Adds the failure of a call to the global list of warnings: a load has its query's hash as name. */
export function warn(message: string | undefined, error: ApiError, call: string, load = false): void {
  // On 401 the employee is being sent to the sign-in, so a warning would only distract.
  if (message && error.status !== 401) addNotice(message, call, load)
}

/**
 * Adds a failed load to the global list of warnings. Several parts may show the same load, and one of them has no text, so it is the text
 * of any of them, not of the one that was rendered last.
 */
export function warnOfLoad(error: ApiError, query: Query<unknown, unknown>): void {
  const text = [query, ...query.observers].map(({ options }) => options.meta?.failedText).find(Boolean)
  warn(typeof text === 'function' ? text() : text, error, query.queryHash, true)
}

const FAILED_JUST_NOW_MS = 5000

// Home gets ten answers within a second, and each would be rendered separately. They are rendered together, because nobody
// notices a tenth of a second.
notifyManager.setScheduler(together(100))

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: warnOfLoad,
    onSuccess: (_data, query) => {
      // A copy shown because the server failed is not a success.
      if (!copyShownBy(query)?.failing) retractNotice(query.queryHash)
    },
  }),
  mutationCache: new MutationCache({ onSuccess: feel }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Without coverage a load must fail visibly, not wait silently.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: false,
      // A part of the same screen that is mounted a moment later must not replace the failure while the employee is about to
      // tap its button.
      retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > FAILED_JUST_NOW_MS,
    },
    mutations: { networkMode: 'always' },
  },
})

// Repeats loads that failed while there was no coverage for a moment too short to be noticed.
watchMissed(() => {
  void queryClient.refetchQueries({
    type: 'active',
    predicate: (query) => query.state.error?.status === 0 || Boolean(copyShownBy(query)),
  })
})

/** The address that a query loads. */
export const addressOfKey = ([path, query]: readonly unknown[]) =>
  addressOf(String(path), query as Parameters | undefined)

/** The phone's copy that is shown in place of what a query loads. */
export const copyShownBy = ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
  shownCopy(addressOfKey(queryKey))

// Repeats loads that returned copies or failed, as soon as the portal can be reached again.
watchReach(() => {
  if (isReached()) void queryClient.invalidateQueries()
})

onStale(async (paths) => {
  await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
  // The answers are rendered later, with others.
  await new Promise<void>((resolve) => notifyManager.schedule(resolve))
})
