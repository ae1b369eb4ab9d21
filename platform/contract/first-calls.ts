import type { Gate } from './claims.ts'

/** A call that the opened screen begins with. The server writes it into the page, so that it can be made before the scripts have loaded. */
export interface FirstCall {
  readonly path: `/api/${string}`
  readonly query?: Readonly<Record<string, string | number | boolean>> | undefined
  readonly gate?: Gate | undefined
  /** Whether its answers are kept on the phone. */
  readonly kept?: true | 'start' | undefined
  /** The screen does not use useCall for it, and reads the answer itself. */
  readonly taken?: true | undefined
}
