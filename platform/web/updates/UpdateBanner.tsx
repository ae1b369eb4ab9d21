import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useReached } from '../page/reach.ts'
import styles from './UpdateBanner.module.css'
import { upgrade } from './version.ts'

/**
 * Offers a new version, which the employee installs when it is convenient. Not shown without coverage, because the version
 * could not be fetched.
 */
export function UpdateBanner() {
  const reached = useReached()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  if (!reached && !busy && !failed) return null
  const update = async () => {
    setBusy(true)
    setFailed(false)
    // If it succeeds, the page is reloaded.
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
