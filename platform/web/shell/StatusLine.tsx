import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { officePath } from '#platform/contract/office-pages.ts'
import { useNewer } from '../updates/newer.ts'
import { useReached } from '../page/reach.ts'
import { UpdateBanner } from '../updates/UpdateBanner.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { OutboxDialog } from './OutboxDialog.tsx'
import { removeSent } from '../phone/outbox/outbox.ts'
import { useOutbox } from '../phone/outbox/state.ts'
import styles from './StatusLine.module.css'
import { isPassing, type Line, lineOf } from '../phone/outbox/words.ts'

/** How long 'har skickats' is shown if nobody dismisses it, in milliseconds. */
const READ_MS = 20_000

/** A receipt that was seen or dismissed is not shown again, not even after the next start. */
const putAway = () => void removeSent().catch(() => undefined)

const PASSING_MS = 1000

/** Delays a line that may be outdated in a moment, so that a report that is sent at once is never shown as waiting. */
function useLasting(line: Line | null, passing: boolean): Line | null {
  const [lasts, setLasts] = useState(false)
  const [said, setSaid] = useState<Line | null>(null)
  useEffect(() => {
    if (!passing) return undefined
    const timer = setTimeout(() => setLasts(true), PASSING_MS)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [passing])
  const shown = passing && !lasts ? said : line
  if (said?.kind !== shown?.kind || said?.text !== shown?.text) setSaid(shown)
  return shown
}

/** One line above every screen: whether there is coverage, and the state of reports made without it. */
export default function StatusLine() {
  const reached = useReached()
  const newer = useNewer()
  const { items, sending } = useOutbox()
  const [open, setOpen] = useState(false)
  const count = (state: string) => items.filter((item) => item.state === state).length
  const counts = {
    waiting: count('waiting'),
    held: items.filter(({ state, heldUntil }) => state === 'waiting' && Boolean(heldUntil)).length,
    failed: count('failed'),
    sent: count('sent'),
    sending: sending !== null,
  }
  // The office keeps no copies of what its screens show.
  const keeps = !useLocation().pathname.startsWith(officePath)
  const line = useLasting(lineOf(reached, counts, keeps), isPassing(reached, counts))
  const isSuccess = line?.kind === 'success'
  useEffect(() => {
    if (!isSuccess || open) return undefined
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') putAway()
    }, READ_MS)
    return () => clearTimeout(timer)
  }, [isSuccess, open])
  return (
    <>
      {newer && <UpdateBanner />}
      {line && (
        <div className={styles['line']}>
          <Notice
            kind={line.kind}
            action={
              items.length > 0 && (
                <Button kind="quiet" onClick={() => setOpen(true)}>
                  Visa
                </Button>
              )
            }
            {...(isSuccess && { onDismiss: putAway })}
          >
            {line.text}
          </Notice>
        </div>
      )}
      {open && (
        <OutboxDialog
          onClose={() => {
            setOpen(false)
            putAway()
          }}
        />
      )}
    </>
  )
}
