import type { ReactNode } from 'react'
import type { Assignment } from '../contract.ts'
import { clockOf } from '#platform/contract/wall-clock.ts'
import { classes } from '#platform/web/ui/class-names.ts'
import styles from './ShowTrip.module.css'

interface ShowTripProps {
  assignment: Assignment
  onTrip: (assignment: Assignment) => void
  /** Shown instead of the text 'Visa turen'. */
  children?: ReactNode
}

/** Opens the trip from a row or a card that itself opens the report-back. */
export function ShowTrip({ assignment, onTrip, children }: ShowTripProps) {
  const { starttid, beskrivning } = assignment
  return (
    <button
      type="button"
      className={classes(styles['show'], children ? styles['inRow'] : styles['onCard'])}
      aria-label={`Visa turen ${clockOf(starttid)} ${beskrivning}`}
      onClick={(event) => {
        event.stopPropagation()
        onTrip(assignment)
      }}
    >
      {children ?? 'Visa turen'}
    </button>
  )
}
