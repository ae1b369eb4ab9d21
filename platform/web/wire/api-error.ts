import type { ModelState } from '#platform/contract/call.ts'

interface Answered {
  readonly isForeign?: boolean
  readonly retryAfterMs?: number | undefined
}

/** Why a call failed. Status 0: no answer came. */
export class ApiError extends Error {
  readonly status: number
  /** The server's message, in Swedish; empty if it had none. */
  readonly errorMessage: string
  /** Messages by field, if a write was refused. */
  readonly modelState: ModelState | undefined
  /** Whether the answer came from something in front of the portal: a proxy, or the sign-in page of an open network. */
  readonly isForeign: boolean
  /** How long the answer asks to wait before the next attempt, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, errorMessage = '', modelState?: ModelState, answered: Answered = {}) {
    super(errorMessage || `HTTP ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.errorMessage = errorMessage
    this.modelState = modelState
    this.isForeign = answered.isForeign ?? false
    this.retryAfterMs = answered.retryAfterMs
  }

  /** The messages about fields, each once. */
  get messages(): readonly string[] {
    return [...new Set(Object.values(this.modelState ?? {}).flat())]
  }

  /** The reason, worded for the employee: the messages about fields, otherwise the server's sentence. */
  get reason(): string {
    return this.messages.join(' ') || this.errorMessage || 'Ett fel inträffade'
  }

  /** Whether the server refused the request with a reason. Everything else is a failure of the server or the connection. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && ![408, 429].includes(this.status)
  }

  /** Whether repeating the request cannot succeed. After a new sign-in it may. */
  get isFinal(): boolean {
    return this.isRefusal && this.status !== 401
  }
}

/** The status of an error if a response should have an answer but does not. */
export const NO_ANSWER = 200
