import { useEffect } from 'react'
import { announceLoad } from './announce.ts'
import { classes } from './class-names.ts'
import styles from './Skeleton.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface SkeletonProps {
  /** The specified loading text. */
  text?: string
  /** Roughly as many lines as the content to come. */
  lines?: number
  /** `rows` for lists and tables, `text` for cards. */
  shape?: 'text' | 'rows'
  /** Whether the text is also visible. */
  spoken?: boolean
}

/** Shown in place of content that is loading, so that nothing moves when the content comes. */
export function Skeleton({ text = 'Laddar..', lines = 3, shape = 'text', spoken = false }: SkeletonProps) {
  useEffect(announceLoad, [])
  return (
    // A status that can be found but is not announced: several load at once, and a region inserted with its text is often ignored.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- output is for results of a user's action
    <div className={styles['skeleton']} role="status" aria-live="off">
      {spoken ? <p className={styles['spoken']}>{text}</p> : <VisuallyHidden>{text}</VisuallyHidden>}
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={classes(styles['bar'], styles[shape])} aria-hidden="true" />
      ))}
    </div>
  )
}
