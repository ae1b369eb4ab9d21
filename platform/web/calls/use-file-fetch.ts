import { useState } from 'react'
import type { Call } from '#platform/contract/call.ts'
import { ApiError } from '../wire/api-error.ts'
import { addNotice, retractNotice } from '../wire/notices.ts'
import { keyOf } from './query.ts'
import { queryClient } from './query-client.ts'

/** The loads that an address came from, which are repeated when there is nothing at it any longer. */
export type Reloads = readonly Pick<Call<unknown>, 'path'>[]

/** Whether there is nothing at an address any longer: what was there may have another one now. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Never rejects. */
export const repeat = async (reloads: Reloads): Promise<void> => {
  await Promise.all(reloads.map((call) => queryClient.invalidateQueries({ queryKey: keyOf(call) })))
}

/**
 * A file that is fetched when the employee asks for it. A failure also adds `failedText` to the global list of
 * warnings, which is removed when all files that failed with it have come. If there is no file any longer, the `reloads` are repeated before
 * `busy` ends, so that the next attempt has the new address.
 */
export function useFileFetch(fileName: string, failedText: string, reloads: Reloads) {
  const [busy, setBusy] = useState(false)
  // By name, because what asks may be about another file by the time that this one has failed.
  const [failed, setFailed] = useState<string | null>(null)
  return {
    busy,
    /** Also while it is fetched again. */
    failed: failed === fileName,
    /** Does nothing while a file is being fetched. Never throws. */
    bring: async (fetchAndShow: () => Promise<void>) => {
      if (busy) return
      setBusy(true)
      try {
        await fetchAndShow()
        setFailed(null)
        retractNotice(fileName)
      } catch (error) {
        setFailed(fileName)
        // On 401 the employee is being sent to the sign-in.
        if (!(error instanceof ApiError && error.status === 401)) {
          addNotice(failedText, fileName)
        }
        if (isGone(error)) await repeat(reloads)
      } finally {
        setBusy(false)
      }
    },
  }
}
