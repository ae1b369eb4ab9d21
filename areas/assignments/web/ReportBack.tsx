import { lazy, Suspense, useRef } from 'react'
import { useInstant } from '#platform/web/page/now.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { clockText } from '#platform/web/page/clock-text.ts'
import type { Assignment } from '../contract.ts'
import { mayReportBack } from '../rules.ts'
import { ShowTrip } from './ShowTrip.tsx'
import { startOf } from './standing.ts'

const ReportBackForm = lazy(() => import('./ReportBackForm.tsx'))

interface ReportBackProps {
  assignment: Assignment
  date: string
  /** Shows the trip instead of the form. Typed values stay as a draft. */
  onTrip: (assignment: Assignment) => void
  onClose: () => void
}

/** Reporting an event back: actual start and end, and a note. */
export function ReportBack({ assignment, date, onTrip, onClose }: ReportBackProps) {
  const giveUp = useRef<() => void>(null)
  const begun = mayReportBack({ startsAt: new Date(startOf(assignment)) }, new Date(useInstant()))
  return (
    <Dialog
      title="Återrapportera"
      onClose={() => {
        giveUp.current?.()
        onClose()
      }}
    >
      <p>
        {date} {clockText(assignment.starttid, assignment.startForskjutning, date)}–
        {clockText(assignment.sluttid, assignment.slutForskjutning, date)}, {assignment.beskrivning}
      </p>
      {assignment.harTur && <ShowTrip assignment={assignment} onTrip={onTrip} />}
      {begun ? (
        <Suspense fallback={<Skeleton lines={4} />}>
          <ReportBackForm assignment={assignment} date={date} giveUp={giveUp} onClose={onClose} />
        </Suspense>
      ) : (
        <p>Du kan återrapportera när uppdraget har börjat.</p>
      )}
    </Dialog>
  )
}
