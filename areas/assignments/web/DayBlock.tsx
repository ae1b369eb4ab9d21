import { useState } from 'react'
import { useToday } from '#platform/web/page/now.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { DateField } from '#platform/web/ui/DateField.tsx'
import { dateProblem } from '#platform/web/ui/iso-date.ts'
import { dutiesIcon } from '#platform/web/ui/icons.ts'
import { AssignmentList } from './AssignmentList.tsx'
import { useServiceDate } from './use-service-date.ts'

/** The dashboard's list of assignments for a chosen date. */
export default function DayBlock() {
  const opening = useServiceDate()
  const [chosen, setChosen] = useState<string | null>(null)
  const typed = chosen ?? opening
  const problem = dateProblem(typed, useToday())
  return (
    <Card title="Mina uppdrag" icon={dutiesIcon}>
      <DateField label="Datum" value={typed} onChange={setChosen} steps error={problem} />
      {!problem && <AssignmentList date={typed} asked={chosen !== null} onDate={setChosen} />}
    </Card>
  )
}
