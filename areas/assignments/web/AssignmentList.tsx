import { clockOf, dayAndDate } from '#platform/contract/wall-clock.ts'
import { type ReactNode, useId, useState } from 'react'
import { counted } from '#platform/web/ui/announce.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { type Column, DataView } from '#platform/web/ui/DataView.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { getAssignments } from '../calls.ts'
import type { Assignment } from '../contract.ts'
import { AssignmentCard } from './AssignmentCard.tsx'
import { NoAssignments } from './NoAssignments.tsx'
import { Note } from './Note.tsx'
import { ReportBack } from './ReportBack.tsx'
import { clockText } from './times.ts'
import { ReportingHint } from './ReportingHint.tsx'
import { useReportingLink } from './use-reporting-link.ts'

interface AssignmentListProps {
  /** `YYYY-MM-DD`. */
  date: string
  detailed?: boolean
  /** Show deadheads, breaks and other events without passengers. */
  positioning?: boolean
  /** Whether the employee chose the day, so that it is not the one that the screen opens with. */
  asked: boolean
  /** Shows another day. */
  onDate: (date: string) => void
}

/** The run events of a day; a row opens its report-back. */
export function AssignmentList({ date, detailed = false, positioning = true, asked, onDate }: AssignmentListProps) {
  const load = useCall(getAssignments, { date }, { failedText: 'Hämta uppdrag misslyckades' })
  const [open, setOpen] = useState<Assignment | null>(null)
  const link = useReportingLink()
  const hintId = useId()
  const shownOf = (assignments: readonly Assignment[]) =>
    assignments.filter((assignment) => positioning || assignment.ejFramAterkorning)
  return (
    <Loaded
      of={load}
      asked={asked}
      said={(groups) => {
        const { length } = shownOf(groups.flatMap((group) => group.uppdrag))
        return `${counted(length, 'Inga uppdrag', 'Ett uppdrag', 'uppdrag')} ${dayAndDate(date)}`
      }}
    >
      {(groups) => {
        const assignments = groups.flatMap((group) => group.uppdrag)
        const shown = shownOf(assignments)
        return (
          <>
            {shown.length > 0 && <ReportingHint link={link} id={hintId} />}
            <DataView
              label="Uppdrag"
              columns={columnsOf(date, detailed)}
              rows={shown}
              rowKey={(assignment) => assignment.id}
              card={(assignment) => <AssignmentCard assignment={assignment} date={date} detailed={detailed} />}
              onOpen={(assignment) => (link.state === 'ready' ? link.open() : setOpen(assignment))}
              inactive={link.state === 'inactive' || link.state === 'loading' ? hintId : undefined}
              openLabel={(assignment) => `Återrapportera ${clockOf(assignment.starttid)} ${assignment.beskrivning}`}
              empty={<NoAssignments date={date} onlyPositioning={assignments.length > 0} onDate={onDate} />}
            />
            {open && <ReportBack assignment={open} date={date} onClose={() => setOpen(null)} />}
          </>
        )
      }}
    </Loaded>
  )
}

const column = (head: string, cell: (row: Assignment) => ReactNode, tight = false) => ({ head, cell, tight })

function columnsOf(date: string, detailed: boolean): Column<Assignment>[] {
  return [
    column('Datum', () => date, true),
    column('Start', (row) => clockText(row.starttid, row.startForskjutning, date), true),
    column('Avg.tid', (row) => (row.turStarttid ? clockOf(row.turStarttid, date) : '–'), true),
    column('Slut', (row) => clockText(row.sluttid, row.slutForskjutning, date), true),
    ...(detailed ? [column('Tjänst', (row) => row.tjanst, true)] : []),
    column('Beskrivning', (row) => row.beskrivning),
    ...(detailed ? [column('Startplats', (row) => row.startplats), column('Slutplats', (row) => row.slutplats)] : []),
    column('Fordon', (row) => row.fordonStr || '–', true),
    column('Notering', (row) => <Note assignment={row} />),
  ]
}
