import type { ModelState } from '#platform/contract/call.ts'

/** Why a call failed. Status 0: no answer came. */
export class ApiError extends Error {
  readonly status: number
  /** The server's own words, in Swedish; empty where it had none. */
  readonly errorMessage: string
  /** Field name to messages, when a write was refused. */
  readonly modelState: ModelState | undefined

  constructor(status: number, errorMessage = '', modelState?: ModelState) {
    super(errorMessage || `HTTP ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.errorMessage = errorMessage
    this.modelState = modelState
  }

  /** What the server has against the fields, each message once. */
  get messages(): readonly string[] {
    return [...new Set(Object.values(this.modelState ?? {}).flat())]
  }

  /** Why, in words for the employee: what the server has against the fields, else its sentence. */
  get reason(): string {
    return this.messages.join(' ') || this.errorMessage || 'Ett fel inträffade'
  }

  /** Whether the server has answered that it will not, and why; everything else is its own trouble, or the line's. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && ![408, 429].includes(this.status)
  }

  /** Whether the same again, by itself, would be of no use. Who must sign in first may well succeed. */
  get isFinal(): boolean {
    return this.isRefusal && this.status !== 401
  }
}

/** The status of what came with one that promised an answer, and was none. */
export const NO_ANSWER = 200
