import { useEffect, useRef } from 'react'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { deviceName } from '#platform/web/ui/use-media.ts'
import styles from './SaveFailed.module.css'

/** The error box: the server's own messages, in sight and read out. */
export function SaveFailed({ messages, unanswered }: { messages: readonly string[]; unanswered: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={box} tabIndex={-1} className={styles['box']}>
      <Notice kind="error" title="Fel inträffade när formuläret skulle sparas">
        <ul className={styles['messages']}>
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
        {unanswered && (
          <p className={styles['kept']}>
            Det du har skrivit är kvar på {deviceName()}. Tryck på Spara igen: avvikelsen sparas bara en gång.
          </p>
        )}
      </Notice>
      <p className={styles['state']}>Ett fel inträffade</p>
    </div>
  )
}
