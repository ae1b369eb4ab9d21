import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf } from '#platform/web/calls/query.ts'
import type { ApiError } from '#platform/web/wire/api-error.ts'
import type { CaseCalls } from '../calls.ts'
import type { Case } from '../contract.ts'

interface Opened {
  /** The case as it was when the dialog opened, or as it was loaded after a refusal: what the employee decides on. */
  readonly seen: Case
  /** Loads the case again after a refusal because it has changed. What is sent next is about what is shown then. */
  readonly onError: (error: ApiError) => Promise<void>
}

/**
 * The case that a dialog is about. The page loads the case again every half minute: with the version of now and what was typed about the
 * version of then, the server would accept a change over a colleague's.
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
