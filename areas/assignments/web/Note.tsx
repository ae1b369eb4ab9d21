import { StatusPill } from '#platform/web/ui/StatusPill.tsx'
import type { Assignment } from '../contract.ts'
import styles from './AssignmentList.module.css'
import { clockOf } from './times.ts'

/** What was reported back on an event. */
export function Note({ assignment: { aterrapporterad, anmarkning } }: { assignment: Assignment }) {
  if (!aterrapporterad) return anmarkning || '–'
  return (
    <span className={styles['note']}>
      <StatusPill tone="green">
        Återrapporterad {clockOf(aterrapporterad.starttid)}–{clockOf(aterrapporterad.sluttid)}
      </StatusPill>
      {aterrapporterad.notering}
    </span>
  )
}
