import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { announce } from '../ui/announce.ts'
import { useReached } from '../page/reach.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { StatusPill } from '../ui/StatusPill.tsx'
import { variant } from '../page/variant.ts'
import type { Item } from '../phone/outbox-item.ts'
import { remove, retry, sendAll, sendWithout } from '../phone/outbox/outbox.ts'
import styles from './OutboxDialog.module.css'
import { useOutbox } from '../phone/outbox/state.ts'
import { stateWords } from '../phone/outbox/words.ts'
import { useRef, useState } from 'react'

/** Reports that have not reached the server, or have just done so. */
export function OutboxDialog({ onClose }: { onClose: () => void }) {
  const { items, sending } = useOutbox()
  const reached = useReached()
  const list = useRef<HTMLUListElement>(null)
  const take = async (item: Item, at: number) => {
    await remove(item)
    announce(`${item.what} är borttagen.`)
    // After the list has been rendered without it: the focused element has disappeared.
    requestAnimationFrame(() => {
      const rows = list.current?.children
      const next = rows?.[Math.min(at, rows.length - 1)]?.querySelector('button')
      const heading = list.current?.closest('dialog')?.querySelector('h2')
      if (heading) heading.tabIndex = -1
      ;(next ?? heading)?.focus()
    })
  }
  const waiting = items.some(({ state }) => state === 'waiting')
  return (
    <Dialog
      title="Att skicka"
      onClose={onClose}
      actions={
        waiting && (
          <Button kind="primary" busy={sending !== null} onClick={() => void sendAll()}>
            {sending === null ? 'Skicka nu' : 'Skickar..'}
          </Button>
        )
      }
    >
      <p className={styles['lead']}>
        {reached
          ? 'Det som väntar skickas av sig självt, i ordning.'
          : 'Det som väntar skickas av sig självt när du har täckning. Du kan stänga appen under tiden.'}
      </p>
      {items.length === 0 && <p>Allt är skickat.</p>}
      <ul ref={list} className={styles['items']}>
        {items.map((item, at) => (
          <Row key={item.seq} item={item} sending={sending === item.id} onRemove={() => void take(item, at)} />
        ))}
      </ul>
    </Dialog>
  )
}

/** For the button that replaces the pressed one. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

function Row({ item, sending, onRemove }: { item: Item; sending: boolean; onRemove: () => void }) {
  // Null until asked.
  const [asking, setAsking] = useState<boolean | null>(null)
  const { label, tone } = stateWords[sending && item.state === 'waiting' ? 'sending' : item.state]
  const refused = item.attachments?.files.filter((file) => file.refused).length ?? 0
  const made = wallClockIn(variant.timeZone, new Date(item.madeAt))
  return (
    <li className={styles['item']}>
      <div className={styles['head']}>
        <strong>{item.what}</strong>
        <StatusPill tone={tone}>{label}</StatusPill>
      </div>
      <p className={styles['about']}>
        {item.about && `${item.about} · `}
        <time dateTime={made}>{made.slice(0, 16).replace('T', ' ')}</time>
      </p>
      {item.reason && <p className={styles['reason']}>{item.reason}</p>}
      {item.state !== 'sent' && !sending && (
        <div className={styles['actions']}>
          {item.state === 'failed' && <Button onClick={() => void retry(item)}>Försök igen</Button>}
          {item.state === 'failed' && refused > 0 && (
            <Button onClick={() => void sendWithout(item)}>
              {refused === 1 ? 'Skicka utan bilden' : 'Skicka utan bilderna'}
            </Button>
          )}
          {asking ? (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two buttons are not a fieldset
            <div role="group" aria-label={`Ta bort ${item.what}?`} className={styles['question']}>
              <Button kind="danger" onClick={onRemove}>
                Ta bort för gott
              </Button>
              <Button ref={takeFocus} onClick={() => setAsking(false)}>
                Behåll
              </Button>
            </div>
          ) : (
            <Button ref={asking === false ? takeFocus : undefined} kind="quiet" onClick={() => setAsking(true)}>
              Ta bort
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
