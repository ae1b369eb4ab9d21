import type { ModelState } from '#platform/contract/call.ts'
import { fits } from '#platform/contract/fits.ts'
import type { DraftRow } from './rows.ts'
import { hasFile, type StoredFile } from './stored-file.ts'

/** `sending` is never stored. If the page is closed while an item is being sent, the item waits again. */
export type ItemState = 'waiting' | 'sending' | 'failed' | 'sent'

/** A picture that goes with a report, uploaded before it. */
export interface Attachment {
  readonly file: StoredFile
  readonly fileName: string
  /** The key with which the picture is sent. Absent in items of an earlier version. */
  readonly key?: string
  /** The picture's name on the server, once it has been uploaded. */
  readonly name: string | null
  /** Set if the server has refused the picture. */
  readonly refused?: true
}

/** An answer in a form, with the label of its field. */
export type WrittenLine = readonly [label: string, answer: string]

/** A report to be sent, as its form hands it over. */
export interface Parcel {
  /** The idempotency key: the server makes the write once, however often it arrives. */
  readonly id: string
  readonly path: `/api/${string}`
  readonly body: unknown
  /** What the report is, in a word or two: 'Felrapport'. */
  readonly what: string
  /** Which one: 'Buss 2115, Dörrar'. */
  readonly about?: string | undefined
  /**
   * What the report decides finally, such as the event of a report-back. An earlier report about it that failed is removed, because it
   * would overwrite this one.
   */
  readonly settles?: string | undefined
  /** Paths of calls that must be sent first: earlier items with these paths are sent before this one. */
  readonly after?: readonly string[] | undefined
  /** Pictures that are uploaded first. Their names are put into the body's `field`. */
  readonly attachments?: {
    readonly path: `/api/${string}`
    readonly field: string
    readonly files: readonly Attachment[]
  }
  /**
   * The drafts that the report is made from. They are deleted when the report is stored, and restored if its form continues with it after a
   * refusal.
   */
  readonly draftKeys?: readonly string[]
  /** The address of the report's form. Absent if there is no form to continue in, and in items of an earlier version. */
  readonly address?: string | undefined
  /** What the employee has written and chosen, which is shown if there is no form to continue in. An empty answer is left out. */
  readonly written?: readonly WrittenLine[] | undefined
  /** Paths of the calls whose answers the report makes stale. */
  readonly reloads?: readonly string[]
}

/** A parcel on the phone, with the employee who made it. */
export interface Item extends Parcel {
  /** The item's position in the order of creation. */
  readonly seq: number
  readonly subject: string
  readonly state: Exclude<ItemState, 'sending'>
  /** Why the item could not be sent, worded for the employee. */
  readonly reason?: string | undefined
  /** Milliseconds since 1970. */
  readonly madeAt: number
  readonly endedAt?: number | undefined
  /** The status with which the server refused it as a whole. Absent if the refusal names fields, which its form can correct. */
  readonly status?: number | undefined
  /**
   * The item is not tried again before this time, in milliseconds since 1970, because the server failed or something other than the portal
   * answered.
   */
  readonly heldUntil?: number | undefined
  /** When it was last tried without an answer, in milliseconds since 1970. */
  readonly unansweredAt?: number | undefined
  /** The field of the body with the employee's text, in items of an earlier version, which have no `written`. */
  readonly textField?: string | undefined
  /** The content of the drafts in `draftKeys`. */
  readonly drafts?: readonly DraftRow[] | undefined
  /** How many times the server has failed for this item. */
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
/** An address of this portal, because the item's address will be opened. */
const ownAddress = /^\/(?![/\\])/
const attached = { path: /^\/api\//, field: '', files: [{ fileName: '' }] }

/** Whether a row of the phone's database can be shown and sent. */
export const isItem = (row: Item): boolean =>
  fits(row, item) &&
  (row.attachments === undefined || (fits(row.attachments, attached) && row.attachments.files.every(hasFile))) &&
  [row.about, row.reason, row.settles, row.textField].every((words) => words === undefined || fits(words, '')) &&
  (row.written === undefined || fits(row.written, [['']])) &&
  (row.address === undefined || fits(row.address, ownAddress)) &&
  [row.status, row.heldUntil, row.unansweredAt].every((number) => number === undefined || fits(number, 0)) &&
  [row.reloads, row.after, row.draftKeys].every((paths) => paths === undefined || fits(paths, [''])) &&
  (row.drafts === undefined || fits(row.drafts, drafts))

/** Whether the item's form can continue with it. It cannot if its subject is gone or is no longer the employee's. */
export const mayContinue = ({ state, status, address, drafts: kept = [] }: Item): boolean =>
  state === 'failed' && address !== undefined && kept.length > 0 && status !== 403 && status !== 404

/** The employee's answers in an item whose form cannot continue with it. Empty if there are none. */
export function writtenIn(row: Item): readonly WrittenLine[] {
  if (row.state !== 'failed' || mayContinue(row)) return []
  const { written = [['Text', textOf(row)]] } = row
  return written.filter(([, answer]) => answer.trim() !== '')
}

function textOf({ body, textField = '' }: Item): string {
  const text = (body as Record<string, unknown> | null)?.[textField]
  return typeof text === 'string' ? text : ''
}

/** What became of the wish to open a refused item's form: 'gone' if it was removed or is being sent again. */
export type Reopened = 'opened' | 'newer draft' | 'gone'

/** The outcome of a report while its form is open. */
export type Outcome =
  | { readonly kind: 'sent'; readonly answer: unknown }
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly errorMessage: string
      readonly modelState?: ModelState
    }
