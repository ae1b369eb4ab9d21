import type { ModelState } from '#platform/contract/call.ts'
import { fits } from '#platform/contract/fits.ts'
import type { DraftRow } from '../rows.ts'

/** `sending` is never stored: what a page was sending when it went away waits again. */
export type ItemState = 'waiting' | 'sending' | 'failed' | 'sent'

/** A picture that goes with a report, uploaded before it. */
export interface Attachment {
  readonly blob: Blob
  readonly fileName: string
  /** By which it is sent; absent in what an earlier version stored. */
  readonly key?: string
  /** What the server calls it, once it has come there. */
  readonly name: string | null
  /** The server will not have it. */
  readonly refused?: true
}

/** What is to be sent, as whoever makes it hands it over. */
export interface Parcel {
  /** The idempotency key: the server does the write once, however often it arrives. */
  readonly id: string
  readonly path: `/api/${string}`
  readonly body: unknown
  /** What it is, in a word or two: 'Felrapport'. */
  readonly what: string
  /** Which one: 'Buss 2115, Dörrar'. */
  readonly about?: string | undefined
  /** Uploaded first, and named in the body's `field`. */
  readonly attachments?: {
    readonly path: `/api/${string}`
    readonly field: string
    readonly files: readonly Attachment[]
  }
  /** The drafts that it is made from: deleted when it is stored, and put back where it is refused while its maker looks on. */
  readonly draftKeys?: readonly string[]
  /** Paths of the loads that it makes stale. */
  readonly reloads?: readonly string[]
}

/** A parcel on the phone, under whoever made it. */
export interface Item extends Parcel {
  /** The order in which it was made. */
  readonly seq: number
  readonly subject: string
  readonly state: Exclude<ItemState, 'sending'>
  /** Why it could not be sent, in words for the employee. */
  readonly reason?: string | undefined
  /** Milliseconds since 1970. */
  readonly madeAt: number
  readonly endedAt?: number | undefined
  /** What was in those drafts. */
  readonly drafts?: readonly DraftRow[] | undefined
  /** How often the server failed at it. */
  readonly tries: number
}

const item = {
  seq: 0,
  id: '',
  path: /^\/api\//,
  what: '',
  subject: '',
  state: /^(waiting|failed|sent)$/,
  madeAt: 0,
  tries: 0,
}
const drafts = [{ subject: '', key: '', savedAt: 0 }]
const attached = { path: /^\/api\//, field: '', files: [{ blob: {}, fileName: '' }] }

/** Whether a row of the phone's database is one that can be shown and sent. */
export const isItem = (row: Item): boolean =>
  fits(row, item) &&
  (row.attachments === undefined || fits(row.attachments, attached)) &&
  [row.about, row.reason].every((words) => words === undefined || fits(words, '')) &&
  (row.reloads === undefined || fits(row.reloads, [''])) &&
  (row.drafts === undefined || fits(row.drafts, drafts))

/** What became of a parcel while its maker looks on. */
export type Outcome =
  | { readonly kind: 'sent'; readonly answer: unknown }
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly errorMessage: string
      readonly modelState?: ModelState
    }
