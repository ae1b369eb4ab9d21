import { clockOf } from '#platform/contract/wall-clock.ts'
import { useWaiting } from '#platform/web/phone/outbox/state.ts'
import { StatusPill } from '#platform/web/ui/StatusPill.tsx'
import { reportBack } from '../calls.ts'
import type { Assignment } from '../contract.ts'
import styles from './AssignmentList.module.css'

interface OfAssignment {
  assignment: Assignment
}

/** The times and note that were reported back on an event, including a report that waits in the outbox. */
function useReported({ id, aterrapporterad }: Assignment) {
  const waiting = useWaiting(reportBack).findLast(({ uppdragId }) => uppdragId === id)
  return { waits: waiting !== undefined, reported: waiting ?? aterrapporterad }
}

/** The reported times of an event. */
export function Reported({ assignment }: OfAssignment) {
  const { waits, reported } = useReported(assignment)
  return (
    reported && (
      <StatusPill tone={waits ? 'amber' : 'green'}>
        <span>
          {waits ? 'Väntar' : 'Återrapporterad'}{' '}
          <span className={styles['whole']}>
            {clockOf(reported.starttid)}–{clockOf(reported.sluttid)}
          </span>
        </span>
      </StatusPill>
    )
  )
}

/** The note on an event: the one that was reported back, or the planned one. */
export function NoteText({ assignment }: OfAssignment) {
  const { reported } = useReported(assignment)
  return reported ? reported.notering : assignment.anmarkning
}

/** The reported times and the note, one below the other. */
export function Note({ assignment }: OfAssignment) {
  const { reported } = useReported(assignment)
  if (!reported) return assignment.anmarkning
  return (
    <span className={styles['note']}>
      <Reported assignment={assignment} />
      {reported.notering}
    </span>
  )
}
