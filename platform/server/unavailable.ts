/** Something that the portal depends on and cannot reach at the moment. */
export type Needed = 'database' | 'sign-in provider'

/** After how many seconds a request that could not be answered is worth sending again. */
export const RETRY_AFTER_SECONDS = 5

/** Something that the portal depends on does not answer. Nothing is wrong with the request: it may be sent again. */
export class Unavailable extends Error {
  /** For libraries that send the error response themselves. */
  readonly statusCode = 503
  readonly needed: Needed
  constructor(needed: Needed, cause: unknown) {
    super(`${needed}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.needed = needed
  }
}
