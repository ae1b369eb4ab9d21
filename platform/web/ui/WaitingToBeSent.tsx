import { StatusPill } from './StatusPill.tsx'
import styles from './WaitingToBeSent.module.css'

/** For a report that is stored on the phone and will be sent when there is coverage. */
export function WaitingToBeSent({ children = 'Skickas när du har täckning.' }: { children?: string | undefined }) {
  return (
    <p className={styles['line']}>
      <StatusPill tone="amber">Väntar</StatusPill>
      {children}
    </p>
  )
}
