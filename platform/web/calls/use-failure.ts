import { useState } from 'react'
import type { ApiError } from '../wire/api-error.ts'

export interface Load {
  readonly data: unknown
  /** 0 if it has never succeeded. Data may then be shown all the same: a copy, or another load's meanwhile. */
  readonly dataUpdatedAt: number
  readonly error: ApiError | null
  readonly isFetching: boolean
  /** How many times the load has failed in total. */
  readonly errorUpdateCount: number
  refetch: () => Promise<unknown>
}

/** What `Failed` shows of a load. */
export interface Failure {
  readonly error: ApiError
  readonly busy: boolean
  readonly onRetry: () => void
}

/**
 * The failure of a load. While a failed load is tried again, by its button or by itself, it has no error. The failure and its button stay
 * until it has ended.
 */
export function useFailure(load: Load): Failure | null {
  const [last, setLast] = useState(load.error)
  if (load.error && load.error !== last) setLast(load.error)
  const again = load.isFetching && load.errorUpdateCount > 0 && load.dataUpdatedAt === 0
  const error = load.error ?? (again ? last : null)
  return error && { error, busy: load.isFetching, onRetry: () => void load.refetch() }
}
