import { dayAndDate } from '#platform/contract/wall-clock.ts'
import { useToday } from '#platform/web/page/now.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { dutiesIcon } from '#platform/web/ui/icons.ts'
import { clockText } from '#platform/web/page/clock-text.ts'
import { useCurrentAssignment } from './current-assignment.ts'

interface NoAssignmentsProps {
  date: string
  /** Whether the day has only events without passengers, which are not shown. */
  onlyPositioning: boolean
  onDate: (date: string) => void
}

/** A day without assignments: shows whether it is a day off, and when the next duty is. */
export function NoAssignments({ date, onlyPositioning, onDate }: NoAssignmentsProps) {
  const today = useToday()
  const { data: next } = useCurrentAssignment(date === today)
  if (onlyPositioning) {
    return (
      <EmptyState icon={dutiesIcon} title="Inga turer med resenärer den här dagen">
        Slå på Fram-/återkörningar för att se resten av tjänsten.
      </EmptyState>
    )
  }
  if (date !== today || !next || next.datum <= today) {
    return <EmptyState icon={dutiesIcon} title="Inga uppdrag den här dagen" />
  }
  return (
    <EmptyState icon={dutiesIcon} title="Du är ledig i dag">
      <p>
        Nästa tjänst: {dayAndDate(next.datum)} {clockText(next.starttid, next.startForskjutning, next.datum)}
      </p>
      <Button onClick={() => onDate(next.datum)}>Visa den dagen</Button>
    </EmptyState>
  )
}
