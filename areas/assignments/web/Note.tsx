import { clockOf } from '#platform/contract/wall-clock.ts'
import { useWaiting } from '#platform/web/phone/outbox/state.ts'
import { StatusPill } from '#platform/web/ui/StatusPill.tsx'
import { reportBack } from '../calls.ts'
import type { Assignment } from '../contract.ts'
import styles from './AssignmentList.module.css'

interface NoteProps {
  assignment: Assignment
  /** Shown if there is no note. */
  absent?: string | null
}

/** The note that was reported back on an event, also one that waits in the outbox. */
export function Note({ assignment: { id, aterrapporterad, anmarkning }, absent = '–' }: NoteProps) {
  const waiting = useWaiting(reportBack).findLast(({ uppdragId }) => uppdragId === id)
  const reported = waiting ?? aterrapporterad
  if (!reported) return anmarkning || absent
  return (
    <span className={styles['note']}>
      <StatusPill tone={waiting ? 'amber' : 'green'}>
        {waiting ? 'Väntar' : 'Återrapporterad'} {clockOf(reported.starttid)}–{clockOf(reported.sluttid)}
      </StatusPill>
      {reported.notering}
    </span>
  )
}
