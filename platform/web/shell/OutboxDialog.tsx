import { clockOf, minuteText, wallClockIn } from '#platform/contract/wall-clock.ts'
import { announce } from '../ui/announce.ts'
import { useReached } from '../page/reach.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { focusHeading } from '../ui/page-focus.ts'
import { StatusPill } from '../ui/StatusPill.tsx'
import { variant } from '../page/variant.ts'
import { type Item, mayContinue, writtenIn } from '../phone/outbox-item.ts'
import { remove, reopen, retry, sendNow, sendWithout } from '../phone/outbox/outbox.ts'
import styles from './OutboxDialog.module.css'
import { readView, useOutbox } from '../phone/outbox/state.ts'
import { blockerOf } from '../phone/outbox/turn.ts'
import { afterSending, stateWords } from '../phone/outbox/words.ts'
import { useId, useRef, useState } from 'react'

/** Sends, and announces what has become of the items. */
async function send(tried: readonly Item[], sendThem: () => Promise<void>): Promise<void> {
  await sendThem().catch(() => undefined)
  announce(afterSending(tried, readView().items))
  // Runs after the dialog has been rendered without the pressed button.
  requestAnimationFrame(focusHeading)
}

/** The reports that have not reached the server, or have just reached it. */
export function OutboxDialog({ onClose }: { onClose: () => void }) {
  const { items, sending } = useOutbox()
  const reached = useReached()
  const list = useRef<HTMLUListElement>(null)
  const focusTitle = () => list.current?.closest('dialog')?.querySelector('h2')?.focus()
  const take = async (item: Item, at: number) => {
    await remove(item)
    announce(`Borttaget: ${item.what}`)
    // Runs after the list has been rendered without the item, because the focused element has disappeared.
    requestAnimationFrame(() => {
      const rows = list.current?.children
      const next = rows?.[Math.min(at, rows.length - 1)]?.querySelector('button')
      if (next) next.focus()
      else focusTitle()
    })
  }
  const waiting = items.filter(({ state }) => state === 'waiting')
  return (
    <Dialog
      title="Att skicka"
      onClose={onClose}
      actions={
        waiting.length > 0 && (
          <Button kind="primary" busy={sending !== null} onClick={() => void send(waiting, sendNow)}>
            {sending === null ? 'Skicka nu' : 'Skickar..'}
          </Button>
        )
      }
    >
      <p className={styles['lead']}>
        {reached
          ? 'Det som väntar skickas av sig självt.'
          : 'Det som väntar skickas av sig självt när du har täckning. Du kan stänga appen under tiden.'}
      </p>
      {items.length === 0 && <p>Allt är skickat.</p>}
      <ul ref={list} className={styles['items']}>
        {items.map((item, at) => (
          <Row
            key={item.seq}
            item={item}
            blocker={item.state === 'waiting' ? blockerOf(item, waiting) : undefined}
            sending={sending === item.id}
            onSend={(sendIt) => {
              // Its buttons disappear while it is sent.
              focusTitle()
              void send([item], sendIt)
            }}
            onRemove={() => void take(item, at)}
          />
        ))}
      </ul>
    </Dialog>
  )
}

const timeAt = (ms: number) => wallClockIn(variant.timeZone, new Date(ms))

/** A ref that focuses the button which replaces the pressed one. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

type Question = 'remove' | 'replace'

interface RowProps {
  item: Item
  /** The earlier item that this one has to wait for. */
  blocker: Item | undefined
  sending: boolean
  onSend: (sendIt: () => Promise<void>) => void
  onRemove: () => void
}

function Row({ item, blocker, sending, onSend, onRemove }: RowProps) {
  const { label, tone } = stateWords[sending && item.state === 'waiting' ? 'sending' : item.state]
  const made = timeAt(item.madeAt)
  const written = writtenIn(item)
  return (
    <li className={styles['item']}>
      <div className={styles['head']}>
        <strong>{item.what}</strong>
        <StatusPill tone={tone}>{label}</StatusPill>
      </div>
      <p className={styles['about']}>
        {item.about && `${item.about} · `}
        <time dateTime={made}>{minuteText(made)}</time>
      </p>
      {item.state === 'failed' && item.reason && <p className={styles['reason']}>{item.reason}</p>}
      {Boolean(item.heldUntil) && !sending && (
        <p className={styles['later']}>
          {item.reason} Nytt försök tidigast kl. {clockOf(timeAt(item.heldUntil ?? 0))}.
        </p>
      )}
      {Boolean(blocker?.heldUntil) && <p className={styles['later']}>Skickas efter ”{blocker?.what}”.</p>}
      {written.length > 0 && (
        <dl className={styles['written']}>
          {written.map(([label, answer]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      )}
      {item.state !== 'sent' && !sending && <Actions item={item} onSend={onSend} onRemove={onRemove} />}
    </li>
  )
}

function Actions({ item, onSend, onRemove }: Pick<RowProps, 'item' | 'onSend' | 'onRemove'>) {
  const [asking, setAsking] = useState<Question | null>(null)
  /** The question that was answered with no. Its button is shown again and gets the focus. */
  const [declined, setDeclined] = useState<Question | null>(null)
  const decline = () => {
    setDeclined(asking)
    setAsking(null)
  }
  const newer = useId()
  const open = async (replacing: boolean) => {
    const reopened = await reopen(item, replacing).catch(() => 'failed' as const)
    if (reopened === 'newer draft') setAsking('replace')
    else if (reopened === 'failed') announce(`${item.what} kunde inte öppnas.`)
  }
  const focusIf = (question: Question) => (declined === question ? takeFocus : undefined)
  const refused = item.attachments?.files.filter((file) => file.refused).length ?? 0
  const failed = item.state === 'failed'
  return (
    <div className={styles['actions']}>
      {mayContinue(item) &&
        (asking === 'replace' ? (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two buttons are not a fieldset
          <div role="group" aria-label={`Öppna ${item.what}?`} className={styles['question']}>
            <p id={newer} className={styles['newer']}>
              Du har redan påbörjat något nytt i samma formulär. Det försvinner om du öppnar det här.
            </p>
            <Button kind="danger" aria-describedby={newer} onClick={() => void open(true)}>
              Öppna ändå
            </Button>
            <Button ref={takeFocus} aria-describedby={newer} onClick={decline}>
              Behåll det nya
            </Button>
          </div>
        ) : (
          <Button ref={focusIf('replace')} onClick={() => void open(false)}>
            Öppna och ändra
          </Button>
        ))}
      {failed && <Button onClick={() => onSend(() => retry(item))}>Försök igen</Button>}
      {failed && refused > 0 && (
        <Button onClick={() => onSend(() => sendWithout(item))}>
          {refused === 1 ? 'Skicka utan bilden' : 'Skicka utan bilderna'}
        </Button>
      )}
      {asking === 'remove' ? (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two buttons are not a fieldset
        <div role="group" aria-label={`Ta bort ${item.what}?`} className={styles['question']}>
          <Button kind="danger" onClick={onRemove}>
            Ta bort för gott
          </Button>
          <Button ref={takeFocus} onClick={decline}>
            Behåll
          </Button>
        </div>
      ) : (
        <Button ref={focusIf('remove')} kind="quiet" onClick={() => setAsking('remove')}>
          Ta bort
        </Button>
      )}
    </div>
  )
}
