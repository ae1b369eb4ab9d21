import { StatusPill } from './StatusPill.tsx'
import styles from './WaitingToBeSent.module.css'

/** Made without coverage: on the phone, and on its way when there is some. */
export function WaitingToBeSent({ children = 'Skickas när du har täckning.' }: { children?: string | undefined }) {
  return (
    <p className={styles['line']}>
      <StatusPill tone="amber">Väntar</StatusPill>
      {children}
    </p>
  )
}
