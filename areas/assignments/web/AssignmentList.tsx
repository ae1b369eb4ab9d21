import { clockOf, dayAndDate } from '#platform/contract/wall-clock.ts'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { counted } from '#platform/web/ui/announce.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { LineBadge } from '#platform/web/ui/LineBadge.tsx'
import { type Column, DataView } from '#platform/web/ui/DataView.tsx'
import { useInstant, useToday } from '#platform/web/page/now.ts'
import { classes } from '#platform/web/ui/class-names.ts'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { clockText } from '#platform/web/page/clock-text.ts'
import { getAssignments } from '../calls.ts'
import type { Assignment } from '../contract.ts'
import { AssignmentCard } from './AssignmentCard.tsx'
import styles from './AssignmentList.module.css'
import { type Stage, stagesOf } from './day-line.ts'
import { assignmentsFailed } from './failures.ts'
import { NoAssignments } from './NoAssignments.tsx'
import { NoteText, Reported } from './Note.tsx'
import { ReportBack } from './ReportBack.tsx'
import { ShowTrip } from './ShowTrip.tsx'
import { OpensAtNow, Standing } from './Standing.tsx'
import { ReportingHint } from './ReportingHint.tsx'
import { useReportingLink } from './use-reporting-link.ts'

const TripDialog = lazy(() => import('./TripDialog.tsx'))

interface AssignmentListProps {
  /** `YYYY-MM-DD`. */
  date: string
  detailed?: boolean
  /** Show deadheads, breaks and other events without passengers. */
  positioning?: boolean
  /** Whether the employee chose the day. Otherwise it is the one that the screen opens with. */
  asked: boolean
  /** Scrolls to the current event instead of the first. */
  atNow?: boolean
  /** Shows another day. */
  onDate: (date: string) => void
  /** Called when a dialog over the list opens or closes. */
  onDialog: (isOpen: boolean) => void
}

/** The dialog that is open over the list. */
interface Opened {
  readonly what: 'report' | 'trip'
  readonly assignment: Assignment
}

/** The run events of a day, with what is past, under way and next. A row opens its report-back, and its description the trip. */
export function AssignmentList({
  date,
  detailed = false,
  positioning = true,
  asked,
  atNow = false,
  onDate,
  onDialog,
}: AssignmentListProps) {
  const load = useCall(getAssignments, { date }, { failedText: assignmentsFailed })
  const [open, setOpen] = useState<Opened | null>(null)
  const link = useReportingLink()
  const hintId = useId()
  const now = useInstant()
  const today = useToday()
  const shownOf = (assignments: readonly Assignment[]) =>
    assignments.filter((assignment) => positioning || assignment.ejFramAterkorning)
  const show = (opened: Opened) => {
    onDialog(true)
    setOpen(opened)
  }
  const onTrip = (assignment: Assignment) => show({ what: 'trip', assignment })
  const onClose = () => {
    onDialog(false)
    setOpen(null)
  }
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
        const stages = stagesOf(shown, now)
        // A past or future day is a plain list.
        const begun = stages.some((stage) => stage === 'past' || stage === 'now')
        const underWay = stages.some((stage) => stage !== 'past') && (begun || date === today)
        const stageOf = (assignment: Assignment): Stage | undefined =>
          underWay ? stages[shown.indexOf(assignment)] : undefined
        return (
          <div className={classes(styles['day'], detailed && styles['detailed'])}>
            {shown.length > 0 && <ReportingHint link={link} id={hintId} />}
            <DataView
              label="Uppdrag"
              columns={columnsOf({ date, detailed, first: shown[0], stageOf, onTrip })}
              rows={shown}
              rowKey={(assignment) => assignment.id}
              tableFrom={48}
              card={(assignment) => (
                <AssignmentCard
                  assignment={assignment}
                  date={date}
                  detailed={detailed}
                  stage={stageOf(assignment)}
                  onTrip={onTrip}
                />
              )}
              onOpen={(assignment) => (link.state === 'ready' ? link.open() : show({ what: 'report', assignment }))}
              inactive={link.state === 'inactive' || link.state === 'loading' ? hintId : undefined}
              openLabel={(assignment) => `Återrapportera ${clockOf(assignment.starttid)} ${assignment.beskrivning}`}
              empty={<NoAssignments date={date} onlyPositioning={assignments.length > 0} onDate={onDate} />}
            />
            {atNow && <OpensAtNow key={date} />}
            {open?.what === 'report' && (
              <ReportBack assignment={open.assignment} date={date} onTrip={onTrip} onClose={onClose} />
            )}
            {open?.what === 'trip' && (
              <Suspense>
                <TripDialog assignment={open.assignment} date={date} onClose={onClose} />
              </Suspense>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

const column = (head: string, cell: (row: Assignment) => ReactNode, tight = false) => ({ head, cell, tight })

interface Looks {
  date: string
  detailed: boolean
  first: Assignment | undefined
  stageOf: (row: Assignment) => Stage | undefined
  onTrip: (row: Assignment) => void
}

/** The specified columns. Values that would be the same in every row, and dashes, are not written out: docs/decisions/0041. */
function columnsOf({ date, detailed, first, stageOf, onTrip }: Looks): Column<Assignment>[] {
  return [
    column('Datum', (row) => (row === first ? date : <VisuallyHidden>{date}</VisuallyHidden>), true),
    column('Start', (row) => clockText(row.starttid, row.startForskjutning, date), true),
    column('Avg.tid', (row) => row.turStarttid && clockOf(row.turStarttid, date), true),
    column('Slut', (row) => clockText(row.sluttid, row.slutForskjutning, date), true),
    ...(detailed ? [column('Tjänst', (row) => row.tjanst, true)] : []),
    column('Beskrivning', (row) => (
      <span className={styles['event']}>
        <span className={styles['described']}>
          {row.linje && <LineBadge line={row.linje} />}
          {row.harTur ? (
            <ShowTrip assignment={row} onTrip={onTrip}>
              {row.beskrivning}
            </ShowTrip>
          ) : (
            <span>{row.beskrivning}</span>
          )}
          <Standing stage={stageOf(row)} />
        </span>
        <Reported assignment={row} />
      </span>
    )),
    ...(detailed ? [column('Startplats', (row) => row.startplats), column('Slutplats', (row) => row.slutplats)] : []),
    column('Fordon', (row) => row.fordonStr, true),
    column('Notering', (row) => <NoteText assignment={row} />),
  ]
}
