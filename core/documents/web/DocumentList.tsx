import { type ReactNode } from 'react'
import styles from './DocumentRow.module.css'

/** A list of document rows. */
export function DocumentList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles['list']} aria-label={label}>
      {children}
    </ul>
  )
}
