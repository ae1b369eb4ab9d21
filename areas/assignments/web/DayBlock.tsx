import { useState } from 'react'
import { addDays, dayAndDate } from '#platform/contract/wall-clock.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { keyOf, prefetch, useCall } from '#platform/web/calls/query.ts'
import { instantNow } from '#platform/web/page/clock-error.ts'
import { useToday } from '#platform/web/page/now.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { DateField } from '#platform/web/ui/DateField.tsx'
import { dateProblem } from '#platform/web/ui/iso-date.ts'
import { dutiesIcon } from '#platform/web/ui/icons.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { getAssignments, getCurrentAssignment } from '../calls.ts'
import type { CurrentAssignment } from '../contract.ts'
import { DAYS_AHEAD } from '../rules.ts'
import { DayLine, eventsText } from './DayLine.tsx'
import { useDutyShown } from './duty-shown.ts'
import { assignmentsFailed } from './failures.ts'
import { NoAssignments } from './NoAssignments.tsx'
import type { KeptDuty } from './run-of-day.ts'
import { endOf } from './standing.ts'
import { useServiceDate } from './use-service-date.ts'

const options = { failedText: assignmentsFailed }

/** The day that the block opens on. */
const openingOf = (duty: KeptDuty | null | undefined, now: number) =>
  duty && endOf(duty) > now ? duty.datum : undefined

/** Prefetches the assignments of the day on which the block opens, if a duty is under way or next. */
export async function begin(): Promise<void> {
  const duty = queryClient.getQueryData<CurrentAssignment | null>(keyOf(getCurrentAssignment))
  const date = openingOf(duty, instantNow())
  if (date) await prefetch(getAssignments, { date }, options)
}

/**
 * The dashboard's 'Mina uppdrag': the day of the card above, as a line, or a chosen day in full. Not shown to an employee who
 * has had no duty lately and has none ahead.
 */
export default function DayBlock() {
  const { load, next, now } = useDutyShown()
  const { data: duty, isError } = load
  const drives = useDrivesLately(duty === null && !isError)
  if (duty === null && !drives) return null
  if (duty === undefined && !isError) return <Frame />
  return <Day opening={openingOf(next ? next.duty : duty, now)} idle={duty === null} />
}

function Frame() {
  return (
    <Card title="Mina uppdrag" icon={dutiesIcon}>
      <Skeleton shape="rows" lines={6} />
    </Card>
  )
}

/**
 * Whether the employee has had a duty in the last two weeks, so that an empty schedule is worth showing. True if that cannot be known;
 * undefined until known.
 */
function useDrivesLately(asked: boolean): boolean | undefined {
  const date = addDays(useToday(), -DAYS_AHEAD)
  const { data, isError } = useCall(getAssignments, { date, dagar: DAYS_AHEAD + 1 }, { enabled: asked })
  return isError ? true : data && data.length > 0
}

function Day({ opening, idle }: { opening: string | undefined; idle: boolean }) {
  const today = useServiceDate()
  const [chosen, setChosen] = useState<string | null>(null)
  const typed = chosen ?? opening ?? today
  const problem = dateProblem(typed, useToday())
  return (
    <Card title="Mina uppdrag" icon={dutiesIcon}>
      {idle && <p>Du har ingen planerad tjänst.</p>}
      <DateField label="Datum" value={typed} onChange={setChosen} steps error={problem} />
      {!problem && <Events date={typed} chosen={chosen !== null} onDate={setChosen} />}
    </Card>
  )
}

interface EventsProps {
  date: string
  chosen: boolean
  onDate: (date: string) => void
}

function Events({ date, chosen, onDate }: EventsProps) {
  const load = useCall(getAssignments, { date }, options)
  return (
    <Loaded
      of={load}
      asked={chosen}
      skeleton={<Skeleton shape="rows" lines={5} />}
      said={(groups) => eventsText(groups.flatMap(({ uppdrag }) => uppdrag).length, dayAndDate(date))}
    >
      {(groups) => {
        const events = groups.flatMap(({ uppdrag }) => uppdrag)
        if (events.length === 0) return <NoAssignments date={date} onlyPositioning={false} onDate={onDate} />
        return <DayLine date={date} events={events} whole={chosen} />
      }}
    </Loaded>
  )
}
