import type { Call } from '#platform/contract/call.ts'
import { pause } from '../../page/pause.ts'
import { ApiError } from '../../wire/api-error.ts'
import { recordAnswer } from './followed.ts'
import type { Item, Outcome, Parcel, Reopened } from '../outbox-item.ts'
import { sendParcel, sendWaiting } from './sender.ts'
import { markStale, readView, reloading, setView } from './state.ts'

// In milliseconds. A slower answer counts as none, since the key makes sending again harmless. Pictures need more time.
const LONGEST_MS = 20_000
const LONGEST_FOR_FILES_MS = 120_000
const PATIENCE_MS = 25_000
const AGAIN_MS = 30_000
/** How long what has been sent is shown as waiting, while the answers that it changed are loaded again. */
const RELOADED_MS = 5000

interface OutcomeMessage {
  readonly id: string
  readonly outcome: Outcome
  readonly reloads: readonly string[]
}

/** The dependencies of an outbox: modules of the page, or a test's substitutes. */
export interface OutboxContext {
  readonly store: typeof import('./store.ts')
  readonly wire: Pick<typeof import('../../wire/client.ts'), 'send'>
  readonly reach: Pick<typeof import('../../page/reach.ts'), 'isReached' | 'watchReach'>
  readonly who: Pick<typeof import('../../who/stored-user.ts'), 'readLastUser' | 'readUser' | 'watchUser'>
  /** Notifies other tabs of changes. If it is null, they notice changes at their next check. */
  readonly channel: () => BroadcastChannel | null
  /** Loads an address of the portal as a new page, because a form that is open there has already read its drafts. */
  readonly open: (address: string) => void
}

/** Sends reports to the server once, whatever happens in between. */
export function createOutbox({ store, wire, reach, who, channel, open }: OutboxContext) {
  function notifyTabs(news: OutcomeMessage | 'changed'): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches only this origin
    channel()?.postMessage(news)
  }

  const watched = new Map<string, (outcome: Outcome) => void>()
  const subjectNow = () => who.readLastUser()?.subject ?? ''

  /**
   * Stores a report on the phone and sends it after the earlier ones. From this call on it is safe: whatever happens to the page, the
   * report is sent once, as soon as possible, and the drafts that it was made from are removed. The form waits for the outcome until
   * `left`. After that a refusal cannot return to the form, and the report stays in the list.
   */
  async function submit(parcel: Parcel, left: AbortSignal): Promise<Outcome> {
    const subject = subjectNow()
    // An item without a subject would never be found again, so the form keeps the report.
    if (!subject) throw new ApiError(401)
    const ended = new Promise<Outcome>((resolve) => watched.set(parcel.id, resolve))
    try {
      await store.addItem(subject, parcel)
    } catch {
      // No room on the phone, or a private window: the report can only be sent now.
      watched.delete(parcel.id)
      return sendUnkept(parcel)
    }
    await show()
    const leave = () => void reportOutcome(parcel.id, { kind: 'waiting' })
    if (left.aborted) leave()
    left.addEventListener('abort', leave)
    void sendAll()
    // Nobody should wait for minutes: the report is stored, and will be sent in the background.
    const patience = setTimeout(leave, PATIENCE_MS)
    const outcome = await ended
    clearTimeout(patience)
    left.removeEventListener('abort', leave)
    return outcome
  }

  async function sendUnkept(parcel: Parcel): Promise<Outcome> {
    return { kind: 'sent', answer: await sendParcel(parcel, sendCall, () => Promise.resolve()) }
  }

  function sendCall(
    call: Call<unknown, unknown, unknown>,
    body: unknown,
    idempotencyKey?: string,
    subject?: string,
  ): Promise<unknown> {
    const signal = AbortSignal.timeout(call.form ? LONGEST_FOR_FILES_MS : LONGEST_MS)
    return wire.send(call, { body, idempotencyKey, signal, subject })
  }

  let underWay: Promise<void> | undefined
  let again = false

  /** Sends waiting items, in one tab for all tabs. Never rejects. */
  function sendAll(): Promise<void> {
    if (underWay) again = true
    underWay ??= inTurn(sendOnce)
      .catch(() => undefined)
      .finally(() => {
        underWay = undefined
        if (again) {
          again = false
          void sendAll()
        }
      })
    return underWay
  }

  async function sendOnce(): Promise<void> {
    const subject = who.readUser()?.subject ?? subjectNow()
    if (!subject) return
    let listed: readonly Item[] = []
    const end = await sendWaiting({
      now: Date.now,
      list: async () => (listed = await store.listItems(subject)),
      change: store.changeItem,
      // A form that is still open shows the outcome itself. Otherwise the list shows it.
      markSent: (seq, id) => (watched.has(id) ? store.removeItem(seq) : store.markSent(seq)),
      putBack: store.putBack,
      isWatched: (id) => watched.has(id),
      send: (call, body, idempotencyKey) => sendCall(call, body, idempotencyKey, subject),
      reportOutcome: (id, outcome) => void reportOutcome(id, outcome),
      // Changed together, so that an item that has just been sent is not shown as waiting.
      onSending: async (id) => {
        const { items } = readView()
        setView({ items: id === null ? await store.listItems(subjectNow()).catch(() => items) : items, sending: id })
      },
    })
    if (end === 'stopped') {
      // Items after one without an answer have not been tried. A report that is only now being stored is for the next round.
      for (const { id } of listed) if (watched.has(id)) await reportOutcome(id, { kind: 'waiting' })
    }
    await show()
  }

  async function reportOutcome(id: string, outcome: Outcome): Promise<void> {
    const resolve = watched.get(id)
    watched.delete(id)
    const item = itemOf(id)
    const reloads = item?.reloads ?? []
    if (outcome.kind === 'sent') {
      if (!resolve) recordAnswer(id, outcome.answer)
      // A form that is still open repeats these loads itself.
      if (!resolve) void reload(item, reloads)
      notifyTabs({ id, outcome, reloads })
    }
    resolve?.(outcome)
  }

  /** Updates the page's view of the stored items. */
  async function show(): Promise<void> {
    try {
      const items = await store.listItems(subjectNow())
      setView({ ...readView(), items })
      notifyTabs('changed')
    } catch {
      // A phone that stores nothing has no items to show.
    }
  }

  async function showHere(): Promise<void> {
    const items = await store.listItems(subjectNow()).catch(() => [])
    setView({ ...readView(), items })
  }

  /** Tries a failed item again. */
  async function retry({ seq }: Item): Promise<void> {
    await store.changeItem(seq, { state: 'waiting', reason: undefined, status: undefined, tries: 0 })
    await show()
    await sendAll()
  }

  /** Sends waiting items at once when the employee asks for it, including those at which the server has just failed. */
  async function sendNow(): Promise<void> {
    // Zero, because an item that has failed still comes after those that have not.
    for (const { seq, heldUntil } of await unsent()) {
      if (heldUntil) await store.changeItem(seq, { heldUntil: 0, reason: undefined })
    }
    await sendAll()
  }

  /** Sends a report without the pictures that the server refused. */
  async function sendWithout(item: Item): Promise<void> {
    const { attachments } = item
    if (attachments) {
      const files = attachments.files.filter(({ refused }) => !refused)
      await store.changeItem(item.seq, { attachments: { ...attachments, files } })
    }
    await retry(item)
  }

  /** Restores a failed item's drafts and opens its form, which continues with them, unless there is a newer draft and `replacing` is false. */
  async function reopen({ seq, address }: Item, replacing: boolean): Promise<Reopened> {
    const reopened = address === undefined ? 'gone' : await store.reopen(seq, replacing)
    if (reopened !== 'newer draft') await show()
    if (reopened === 'opened') open(address!)
    return reopened
  }

  async function remove({ seq }: Item): Promise<void> {
    await store.removeItem(seq)
    await show()
  }

  /** Removes sent items whose receipts have been seen. */
  async function removeSent(): Promise<void> {
    await store.removeSent(subjectNow())
    await show()
  }

  /** The signed-in employee's unsent items. */
  async function unsent(): Promise<readonly Item[]> {
    const items = await store.listItems(subjectNow()).catch((): Item[] => [])
    return items.filter(({ state }) => state !== 'sent')
  }

  /** Removes all items of the employee, at a sign-out to which he or she has agreed. */
  async function removeAll(): Promise<void> {
    await store.removeItems(subjectNow())
    await show()
  }

  let started = false

  function go(): void {
    if (readView().items.some(({ state }) => state === 'waiting')) void sendAll()
  }

  /** Shows the stored items and sends them, now and on reconnect, on focus and when an employee signs in. */
  async function startOutbox(): Promise<void> {
    if (started) return
    started = true
    channel()?.addEventListener('message', ({ data }: MessageEvent<OutcomeMessage | 'changed'>) => {
      void showHere()
      if (data === 'changed') return
      watched.get(data.id)?.(data.outcome)
      watched.delete(data.id)
      if (data.outcome.kind !== 'sent') return
      recordAnswer(data.id, data.outcome.answer)
      void reload(itemOf(data.id), data.reloads)
    })
    addEventListener('online', go)
    addEventListener('focus', go)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') go()
    })
    reach.watchReach(() => {
      if (reach.isReached()) go()
    })
    who.watchUser(() => void showHere().then(go))
    setInterval(() => {
      if (document.visibilityState === 'visible') go()
    }, AGAIN_MS)
    await store.removeSent(subjectNow(), 'old').catch(() => undefined)
    await showHere()
    go()
  }

  return { submit, sendAll, sendNow, retry, sendWithout, reopen, remove, removeSent, unsent, removeAll, startOutbox }
}

const itemOf = (id: string) => readView().items.find((item) => item.id === id)

/** Repeats the loads that a sent item has made stale. It is shown until then as it was: what is stored of it has lost its content. */
async function reload(item: Item | undefined, paths: readonly string[]): Promise<void> {
  if (item) reloading.set([...reloading.get(), item])
  await Promise.race([markStale(paths), pause(RELOADED_MS)])
  reloading.set(reloading.get().filter((each) => each !== item))
}

/** Runs work in one tab for all tabs. */
function inTurn(work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request('linjen.outbox', work) : work()
}
