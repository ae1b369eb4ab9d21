import type { Gate } from './claims.ts'

/** A call that is worth making before the scripts have loaded: what the opened screen begins with. The server writes it into the page. */
export interface FirstCall {
  readonly path: `/api/${string}`
  readonly query?: Readonly<Record<string, string | number | boolean>> | undefined
  readonly gate?: Gate | undefined
  /** Whether its answers are kept on the phone. */
  readonly kept?: true | 'start' | undefined
  /** The screen asks in another way than by useCall, and takes the answer itself. */
  readonly taken?: true | undefined
}
