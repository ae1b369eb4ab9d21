import type { ApiError } from '../wire/api-error.ts'

interface Load {
  readonly data: unknown
  readonly error: ApiError | null
  readonly isError: boolean
}

// It is somebody else's now, or gone.
const gone = new Set([403, 404])

/**
 * The result of a load for a screen in which somebody writes, and whether its last reload has failed: what was loaded before then stays, and with
 * it what is being written. By default a failed load empties the screen.
 */
export function keptLoad<Of extends Load>(load: Of): { readonly of: Of; readonly failed: boolean } {
  const failed = load.data !== undefined && load.error !== null && !gone.has(load.error.status)
  // Inherits from the load instead of copying it, as a load with a copy itself does (query.ts): its own fields are not enumerable.
  return failed ? { of: Object.create(load, withoutError) as Of, failed } : { of: load, failed }
}

const withoutError = { error: { value: null }, isError: { value: false } }
