import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf } from '#platform/web/calls/query.ts'
import type { ApiError } from '#platform/web/wire/api-error.ts'
import type { CaseCalls } from '../calls.ts'
import type { Case } from '../contract.ts'

interface Opened {
  /** The case as it was when the dialog opened, or as it was loaded after a refusal: what the employee decides on. */
  readonly seen: Case
  /** After a refusal because the case has changed, loads it again. What is sent next is about what is shown then. */
  readonly onError: (error: ApiError) => Promise<void>
}

/**
 * The case that a dialog is about. The page loads the case again every half minute: if the dialog sent the newest version with what was
 * typed about an older one, the server would accept it over a colleague's change.
 */
export function useOpened(found: Case, calls: CaseCalls): Opened {
  const client = useQueryClient()
  const [seen, setSeen] = useState(found)
  const onError = async ({ status }: ApiError) => {
    if (status !== 409) return
    await client.invalidateQueries({ queryKey: keyOf(calls.one) })
    const now = client.getQueryData<Case>(keyOf(calls.one, { nummer: seen.number }))
    if (now) setSeen(now)
  }
  return { seen, onError }
}
