import { useEffect, useRef } from 'react'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { deviceName } from '#platform/web/ui/use-media.ts'
import type { ApiError } from '#platform/web/wire/api-error.ts'
import styles from './SaveFailed.module.css'

/** The error box: the server's own messages, scrolled into view and read out. */
export function SaveFailed({ error }: { error: ApiError }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [])
  // It is unknown whether the report was stored.
  const unanswered = error.status === 0 || error.status >= 500
  return (
    <div ref={box} tabIndex={-1} className={styles['box']}>
      <SaveError error={error} title="Fel inträffade när formuläret skulle sparas" otherwise="Okänt fel inträffade">
        {unanswered && (
          <p className={styles['kept']}>
            Det du har skrivit är kvar på {deviceName()}. Tryck på Spara igen: avvikelsen sparas bara en gång.
          </p>
        )}
      </SaveError>
      <p className={styles['state']}>Ett fel inträffade</p>
    </div>
  )
}
