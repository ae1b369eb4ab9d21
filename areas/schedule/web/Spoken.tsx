import type { ReactNode } from 'react'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import styles from './Spoken.module.css'

/** A day in words for screen readers beside its visible parts, which would be read as loose numbers. */
export const Spoken = ({ words, children }: { words: string; children: ReactNode }) => (
  <>
    <VisuallyHidden>{words}</VisuallyHidden>
    <span className={styles['seen']} aria-hidden="true">
      {children}
    </span>
  </>
)
