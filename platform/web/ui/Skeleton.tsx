import { useEffect } from 'react'
import { announceLoad } from './announce.ts'
import { classes } from './class-names.ts'
import styles from './Skeleton.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface SkeletonProps {
  /** The specified loading text. */
  text?: string
  /** Roughly as many lines as what is coming. */
  lines?: number
  /** `rows` for lists and tables, `text` for cards. */
  shape?: 'text' | 'rows'
  /** Also show the text. */
  spoken?: boolean
}

/** Stands where content is on its way, so that nothing jumps when it comes. */
export function Skeleton({ text = 'Laddar..', lines = 3, shape = 'text', spoken = false }: SkeletonProps) {
  useEffect(announceLoad, [])
  return (
    // A status that is found, and not spoken: several load at once, and what comes with its text is often silent.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- output is for results of what a person did
    <div className={styles['skeleton']} role="status" aria-live="off">
      {spoken ? <p className={styles['spoken']}>{text}</p> : <VisuallyHidden>{text}</VisuallyHidden>}
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={classes(styles['bar'], styles[shape])} aria-hidden="true" />
      ))}
    </div>
  )
}
