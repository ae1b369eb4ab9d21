import type { Gate } from './claims.ts'

/** A call that is worth making before the scripts have loaded: what the opened screen begins with. The server writes it into the page. */
export interface FirstCall {
  readonly address: string
  readonly gate?: Gate | undefined
}
