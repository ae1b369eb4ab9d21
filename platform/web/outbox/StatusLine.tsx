import { useState } from 'react'
import { useNewer } from '../offline/newer.ts'
import { useReached } from '../offline/reach.ts'
import { UpdateBanner } from '../offline/UpdateBanner.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { OutboxDialog } from './OutboxDialog.tsx'
import { useOutbox } from './state.ts'
import styles from './StatusLine.module.css'
import { lineOf } from './words.ts'

/** Whether there is coverage, and what becomes of what was made without it: one line above every screen. */
export default function StatusLine() {
  const reached = useReached()
  const newer = useNewer()
  const { items, sending } = useOutbox()
  const [open, setOpen] = useState(false)
  // What has been looked at or put away is not told again.
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const count = (state: string) => items.filter((item) => item.state === state).length
  const sent = items.filter((item) => item.state === 'sent' && !seen.has(item.seq)).length
  const line = lineOf(reached, { waiting: count('waiting'), failed: count('failed'), sent, sending: sending !== null })
  const put = () => setSeen(new Set(items.filter((item) => item.state === 'sent').map(({ seq }) => seq)))
  const canPutAway = line?.kind === 'success'
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
            {...(canPutAway && { onDismiss: put })}
          >
            {line.text}
          </Notice>
        </div>
      )}
      {open && (
        <OutboxDialog
          onClose={() => {
            setOpen(false)
            put()
          }}
        />
      )}
    </>
  )
}
