import type { ReactNode } from 'react'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import styles from './Spoken.module.css'

/** A day in words for ears, and as it looks for eyes: its parts alone would be read as loose numbers. */
export const Spoken = ({ words, children }: { words: string; children: ReactNode }) => (
  <>
    <VisuallyHidden>{words}</VisuallyHidden>
    <span className={styles['seen']} aria-hidden="true">
      {children}
    </span>
  </>
)
