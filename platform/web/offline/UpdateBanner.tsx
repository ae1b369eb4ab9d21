import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import styles from './UpdateBanner.module.css'
import { upgrade } from './version.ts'

/** A new version is there: taken when it suits whoever works here. */
export function UpdateBanner() {
  const [busy, setBusy] = useState(false)
  return (
    <div className={styles['banner']}>
      <Notice
        kind="info"
        title="Det finns en ny version av appen"
        action={
          <Button
            kind="primary"
            busy={busy}
            onClick={() => {
              setBusy(true)
              void upgrade()
            }}
          >
            {busy ? 'Uppdaterar..' : 'Uppdatera'}
          </Button>
        }
      >
        Det du har börjat skriva och det som väntar på att skickas finns kvar.
      </Notice>
    </div>
  )
}
