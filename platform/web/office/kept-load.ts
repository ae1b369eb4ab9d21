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
  return failed ? { of: { ...load, error: null, isError: false }, failed } : { of: load, failed }
}
