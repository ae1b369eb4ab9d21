import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useReached } from '../page/reach.ts'
import styles from './UpdateBanner.module.css'
import { upgrade } from './version.ts'

/** A new version is there: taken when it suits whoever works here. Out of coverage it cannot be had, and is not told of. */
export function UpdateBanner() {
  const reached = useReached()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  if (!reached && !busy && !failed) return null
  const update = async () => {
    setBusy(true)
    setFailed(false)
    // Where it succeeds the page goes away.
    if (await upgrade().catch(() => false)) return
    setFailed(true)
    setBusy(false)
  }
  return (
    <div className={styles['banner']}>
      <Notice
        kind={failed ? 'warning' : 'info'}
        title="Det finns en ny version av appen"
        action={
          <Button kind="primary" busy={busy} onClick={() => void update()}>
            {busy ? 'Uppdaterar..' : 'Uppdatera'}
          </Button>
        }
      >
        {failed
          ? 'Uppdateringen kräver täckning. Försök igen när du har det.'
          : 'Det du har börjat skriva och det som väntar på att skickas finns kvar.'}
      </Notice>
    </div>
  )
}
