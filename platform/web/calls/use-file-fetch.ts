import { useState } from 'react'
import { ApiError } from '../wire/api-error.ts'
import { addNotice, retractNotice } from '../wire/notices.ts'

/**
 * A file that is fetched when the employee asks for it. A failure also adds `failedText` to the global list of
 * warnings, which is removed when all files that failed with it have come.
 */
export function useFileFetch(fileName: string, failedText: string) {
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
      } finally {
        setBusy(false)
      }
    },
  }
}
