import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { useReached } from '../offline/reach.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { StatusPill } from '../ui/StatusPill.tsx'
import { variant } from '../variant.ts'
import type { Item } from './item.ts'
import { remove, retry, sendAll, sendWithout } from './outbox.ts'
import styles from './OutboxDialog.module.css'
import { useOutbox } from './state.ts'
import { stateWords } from './words.ts'
import { useState } from 'react'

/** What was made on the phone and has not come to the server, or has just done so. */
export function OutboxDialog({ onClose }: { onClose: () => void }) {
  const { items, sending } = useOutbox()
  const reached = useReached()
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
      <ul className={styles['items']}>
        {items.map((item) => (
          <Row key={item.seq} item={item} sending={sending === item.id} />
        ))}
      </ul>
    </Dialog>
  )
}

function Row({ item, sending }: { item: Item; sending: boolean }) {
  const [asking, setAsking] = useState(false)
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
            <>
              <Button kind="danger" onClick={() => void remove(item)}>
                Ta bort för gott
              </Button>
              <Button onClick={() => setAsking(false)}>Behåll</Button>
            </>
          ) : (
            <Button kind="quiet" onClick={() => setAsking(true)}>
              Ta bort
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
