import type { Call } from '#platform/contract/call.ts'
import { ApiError } from '../../wire/api-error.ts'
import type { Attachment, Item, Outcome, Parcel } from '../outbox-item.ts'
import { asStored } from '../stored-file.ts'
import { holdOf, nextOf } from './turn.ts'
import { uploadFile } from './upload.ts'

/** The sender's dependencies, which a test can replace. */
export interface SenderContext {
  readonly list: () => Promise<readonly Item[]>
  readonly change: (seq: number, change: Partial<Item>) => Promise<Item | undefined>
  readonly markSent: (seq: number, id: string) => Promise<void>
  /** Returns the item to the form that it was made in. */
  readonly putBack: (seq: number) => Promise<void>
  readonly send: (call: Call<unknown, unknown, unknown>, body: unknown, key?: string) => Promise<unknown>
  /** Whether the item's form is open and waits for the outcome. */
  readonly isWatched: (id: string) => boolean
  readonly reportOutcome: (id: string, outcome: Outcome) => void
  /** Called with the key of the item that is being sent, and with null when its outcome has been stored. */
  readonly onSending: (id: string | null) => Promise<void> | void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Sends waiting items in order. Stops if no answer comes or the server fails. Returns whether any items are left. An item that is refused
 * while its form is open returns to the form. One that is refused later stays, with the reason. One at which the server failed waits for
 * some time, and the next round skips it.
 */
export async function sendWaiting(context: SenderContext): Promise<'all' | 'stopped'> {
  const given = new Set<number>()
  for (;;) {
    // Read again each time, because items may have been added or removed since.
    const waiting = (await context.list()).filter(({ state }) => state === 'waiting')
    const item = nextOf(waiting, context.now(), ({ seq }) => given.has(seq))
    if (!item) return waiting.length === 0 ? 'all' : 'stopped'
    given.add(item.seq)
    await context.onSending(item.id)
    try {
      const answer = await sendParcel(item, context.send, (attachments) => context.change(item.seq, { attachments }))
      // According to the specification, `false` means accepted but not carried out. An open form shows that itself.
      if (answer === false && !context.isWatched(item.id)) throw new ApiError(409, 'Servern kunde inte spara det.')
      await (answer === false ? context.putBack(item.seq) : context.markSent(item.seq, item.id))
      context.reportOutcome(item.id, { kind: 'sent', answer })
    } catch (error) {
      if (!(await settle(item, error, context))) return 'stopped'
    } finally {
      await context.onSending(null)
    }
  }
}

/** Sends a report with its pictures. Calls `keep` each time a picture has reached the server. */
export async function sendParcel(parcel: Parcel, send: SenderContext['send'], keep: Keep): Promise<unknown> {
  const { id, path, body, attachments } = parcel
  const call = { method: 'POST', path } as const
  if (!attachments) return send(call, body, id)
  const { field } = attachments
  const named = (files: readonly Attachment[]) => ({ ...(body as object), [field]: files.map(({ name }) => name) })
  const first = await upload(attachments, send, keep)
  try {
    return await send(call, named(first), id)
  } catch (error) {
    if (!(error instanceof ApiError) || !(field in (error.modelState ?? {}))) throw error
    // The server has removed the pictures. Only now is it known that the report itself never arrived. If the pictures had been uploaded
    // again earlier, their new names would have made it a different report.
    const files = first.map((file) => ({ ...file, key: crypto.randomUUID(), name: null }))
    return send(call, named(await upload({ ...attachments, files }, send, keep)), id)
  }
}

type Keep = (attachments: NonNullable<Parcel['attachments']>) => Promise<unknown>

async function upload(
  attachments: NonNullable<Parcel['attachments']>,
  send: SenderContext['send'],
  keep: Keep,
): Promise<readonly Attachment[]> {
  let { files } = attachments
  // A phone without room stores nothing more. If the picture has a key, uploading it again is harmless.
  const keepAll = (known: Attachment) =>
    keep({ ...attachments, files }).catch((error: unknown) => {
      if (known.key === undefined) throw error
    })
  for (const [at, stored] of files.entries()) {
    if (stored.name !== null) continue
    const { refused: _refused, ...known } = stored
    try {
      const file = await asStored<Attachment>(known).catch(refuseUnreadable)
      files = files.with(at, { ...file, name: await uploadFile(file, attachments.path, send) })
    } catch (error) {
      // The employee may then choose to send the report without the picture.
      if (asApiError(error).isFinal) {
        files = files.with(at, { ...known, refused: true })
        await keepAll(known)
      }
      throw error
    }
    // Stored at once, so that the next attempt does not upload the picture again.
    await keepAll(known)
  }
  return files
}

/** The picture will never be readable again. If this counted as a missing answer, the item would hold up all later ones. */
function refuseUnreadable(): never {
  throw new ApiError(400, 'Telefonen kan inte längre läsa en av bilderna.')
}

/** An error without a status counts as no answer, so the item is tried again. */
const asApiError = (error: unknown) => (error instanceof ApiError ? error : new ApiError(0))

/**
 * After so many failures, three hours of tries, an error of the portal's own at one item is a fault at just this item: what builds on it would wait as
 * long, and nobody would look. A portal that lacks its database or its files answers 503, which never counts as such.
 */
const MOST_TRIES = 20

/** Handles a failure. Returns whether the next items may be sent. */
async function settle(item: Item, failure: unknown, context: SenderContext): Promise<boolean> {
  const error = asApiError(failure)
  const { status, errorMessage, modelState } = error
  // There was no answer, or nobody is signed in. The item waits for coverage, or for the same employee to sign in.
  if (status === 0 || status === 401) {
    await context.change(item.seq, { unansweredAt: context.now(), heldUntil: undefined, reason: undefined })
    context.reportOutcome(item.id, { kind: 'waiting' })
    return false
  }
  if (context.isWatched(item.id)) {
    await context.putBack(item.seq)
    context.reportOutcome(item.id, { kind: 'refused', status, errorMessage, ...(modelState && { modelState }) })
    return true
  }
  const givesUp = status === 500 && !error.isForeign && item.tries + 1 >= MOST_TRIES
  if (!error.isFinal && !givesUp) {
    const tries = error.isForeign ? item.tries : item.tries + 1
    const heldUntil = context.now() + holdOf(tries, error)
    await context.change(item.seq, { tries, heldUntil, reason: whyLater(error) })
    return false
  }
  // A refusal that names fields can be corrected in the form, whatever its status: a bus that has been sold is answered with 404.
  const asWhole = error.messages.length > 0 ? undefined : status
  await context.change(item.seq, { state: 'failed', reason: reasonOf(error), status: asWhole, heldUntil: undefined })
  return true
}

/** Why an item waits although there is coverage. */
function whyLater({ isForeign, status }: ApiError): string {
  if (!isForeign) return 'Portalen kunde inte ta emot det.'
  if (status >= 500) return 'Portalen svarade inte som den ska.'
  return 'Något annat än portalen svarade. På ett öppet wifi kan du behöva logga in först.'
}

function reasonOf({ status, errorMessage, messages }: ApiError): string {
  if (messages.length > 0) return messages.join(' ')
  if (status === 404) return 'Det som det gäller finns inte längre.'
  if (status === 403) return 'Du har inte längre behörighet.'
  if (status >= 500) return 'Portalen kunde inte ta emot det.'
  return errorMessage || 'Servern kunde inte ta emot det.'
}
