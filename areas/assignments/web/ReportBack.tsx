import { lazy, Suspense } from 'react'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { variant } from '#platform/web/variant.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import type { Assignment } from '../contract.ts'
import { mayReportBack } from '../rules.ts'
import { clockOf } from './times.ts'

const ReportBackForm = lazy(() => import('./ReportBackForm.tsx'))

export interface ReportBackProps {
  assignment: Assignment
  date: string
  onClose: () => void
}

/** Reporting an event back: actual start and end, and a note. */
export function ReportBack(props: ReportBackProps) {
  const { assignment, date, onClose } = props
  const begun = mayReportBack({ startsAt: assignment.starttid }, wallClockIn(variant.timeZone, new Date()))
  return (
    <Dialog title="Återrapportera" onClose={onClose}>
      <p>
        {date} {clockOf(assignment.starttid, date)}–{clockOf(assignment.sluttid, date)}, {assignment.beskrivning}
      </p>
      {begun ? (
        <Suspense fallback={<Skeleton lines={4} />}>
          <ReportBackForm {...props} />
        </Suspense>
      ) : (
        <p>Du kan återrapportera när uppdraget har börjat.</p>
      )}
    </Dialog>
  )
}
