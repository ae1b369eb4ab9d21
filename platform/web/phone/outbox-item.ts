import type { ModelState } from '#platform/contract/call.ts'
import { fits } from '#platform/contract/fits.ts'
import type { DraftRow } from './rows.ts'
import { hasFile, type StoredFile } from './stored-file.ts'

/** `sending` is never stored: an item that was being sent when its page was closed waits again. */
export type ItemState = 'waiting' | 'sending' | 'failed' | 'sent'

/** A picture that goes with a report, uploaded before it. */
export interface Attachment {
  readonly file: StoredFile
  readonly fileName: string
  /** The key with which it is sent; absent in items of an earlier version. */
  readonly key?: string
  /** Its name on the server, once it has arrived. */
  readonly name: string | null
  /** The server has refused it. */
  readonly refused?: true
}

/** A report to be sent, as its form hands it over. */
export interface Parcel {
  /** The idempotency key: the server does the write once, however often it arrives. */
  readonly id: string
  readonly path: `/api/${string}`
  readonly body: unknown
  /** What it is, in a word or two: 'Felrapport'. */
  readonly what: string
  /** Which one: 'Buss 2115, Dörrar'. */
  readonly about?: string | undefined
  /** What it has the last word on, as the event of a report-back: an earlier one that failed is removed, since it would overwrite this one. */
  readonly settles?: string | undefined
  /** Paths of calls that it builds on: what was made with them earlier is sent before it. */
  readonly after?: readonly string[] | undefined
  /** Uploaded first, and named in the body's `field`. */
  readonly attachments?: {
    readonly path: `/api/${string}`
    readonly field: string
    readonly files: readonly Attachment[]
  }
  /** The drafts that it is made from: deleted when it is stored, and restored if its form continues with it after a refusal. */
  readonly draftKeys?: readonly string[]
  /** The address of its form. Absent, as in items of an earlier version, if there is none to continue in. */
  readonly address?: string | undefined
  /** The field of the body with what somebody wrote: it is shown if there is no form to continue in. */
  readonly textField?: string | undefined
  /** Paths of the calls whose answers it makes stale. */
  readonly reloads?: readonly string[]
}

/** A parcel on the phone, with the employee who made it. */
export interface Item extends Parcel {
  /** Its position in the order of creation. */
  readonly seq: number
  readonly subject: string
  readonly state: Exclude<ItemState, 'sending'>
  /** Why it could not be sent, worded for the employee. */
  readonly reason?: string | undefined
  /** Milliseconds since 1970. */
  readonly madeAt: number
  readonly endedAt?: number | undefined
  /** The status with which the server refused it. */
  readonly status?: number | undefined
  /** Not tried again before this, in milliseconds since 1970: the server failed at it, or something else answered. */
  readonly heldUntil?: number | undefined
  /** The content of those drafts. */
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
/** Of this portal: it is opened. */
const ownAddress = /^\/(?![/\\])/
const attached = { path: /^\/api\//, field: '', files: [{ fileName: '' }] }

/** Whether a row of the phone's database can be shown and sent. */
export const isItem = (row: Item): boolean =>
  fits(row, item) &&
  (row.attachments === undefined || (fits(row.attachments, attached) && row.attachments.files.every(hasFile))) &&
  [row.about, row.reason, row.settles, row.textField].every((words) => words === undefined || fits(words, '')) &&
  (row.address === undefined || fits(row.address, ownAddress)) &&
  [row.status, row.heldUntil].every((number) => number === undefined || fits(number, 0)) &&
  [row.reloads, row.after, row.draftKeys].every((paths) => paths === undefined || fits(paths, [''])) &&
  (row.drafts === undefined || fits(row.drafts, drafts))

/** Whether its form can continue with it: unless what it is about is gone, or is no longer the employee's. */
export const mayContinue = ({ state, status, address, drafts: kept = [] }: Item): boolean =>
  state === 'failed' && address !== undefined && kept.length > 0 && status !== 403 && status !== 404

/** What somebody wrote in an item whose form cannot continue with it; '' if nothing. */
export function writtenIn(row: Item): string {
  if (row.state !== 'failed' || row.textField === undefined || mayContinue(row)) return ''
  const text = (row.body as Record<string, unknown> | null)?.[row.textField]
  return typeof text === 'string' ? text : ''
}

/** The outcome of a parcel while its form is open. */
export type Outcome =
  | { readonly kind: 'sent'; readonly answer: unknown }
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly errorMessage: string
      readonly modelState?: ModelState
    }
