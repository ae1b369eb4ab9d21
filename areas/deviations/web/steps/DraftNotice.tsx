import { useState } from 'react'
import { wallClockIn, weekdayOf } from '#platform/contract/wall-clock.ts'
import { useToday } from '#platform/web/page/now.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { focusHeading } from '#platform/web/ui/page-focus.ts'
import { variant } from '#platform/web/page/variant.ts'
import styles from './DraftNotice.module.css'

interface DraftNoticeProps {
  savedAt: number | undefined
  /** Whether the report is being saved: it would be sent all the same, without its photos. */
  busy?: boolean
  onStartOver: () => Promise<void>
}

/** Says that the form contains a draft from last time, and offers to start over. */
export function DraftNotice({ savedAt, busy, onStartOver }: DraftNoticeProps) {
  const [asking, setAsking] = useState(false)
  const when = useWhen(savedAt)
  return (
    <div className={styles['notice']}>
      <Notice
        kind="info"
        title="Ditt påbörjade utkast är kvar."
        action={
          <Button aria-disabled={busy} onClick={() => setAsking(true)}>
            Börja om
          </Button>
        }
      >
        {when && `Senast ändrat ${when}.`}
      </Notice>
      {asking && (
        <Dialog
          title="Börja om?"
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Behåll utkastet</Button>
              <Button kind="danger" onClick={() => void onStartOver().then(() => setTimeout(focusHeading))}>
                Börja om
              </Button>
            </>
          }
        >
          <p>Det du har skrivit och bilderna tas bort.</p>
        </Dialog>
      )}
    </div>
  )
}

/** '14:32', with the day if it is not today. */
export function useWhen(at: number | undefined): string | null {
  const today = useToday()
  if (at === undefined) return null
  const wall = wallClockIn(variant.timeZone, new Date(at))
  const date = wall.slice(0, 10)
  const clock = wall.slice(11, 16)
  return date === today ? clock : `${weekdayOf(date)} ${date} ${clock}`
}
