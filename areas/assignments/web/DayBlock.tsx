import { useState } from 'react'
import { useToday } from '#platform/web/now.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { DateField } from '#platform/web/ui/DateField.tsx'
import { isIsoDate } from '#platform/web/ui/iso-date.ts'
import { dutiesIcon } from '#platform/web/ui/icons.ts'
import { AssignmentList } from './AssignmentList.tsx'

/** The dashboard's list of assignments for a chosen date. */
export default function DayBlock() {
  const today = useToday()
  const [chosen, setChosen] = useState<string | null>(null)
  const typed = chosen ?? today
  const valid = isIsoDate(typed)
  return (
    <Card title="Mina uppdrag" icon={dutiesIcon}>
      <DateField
        label="Datum"
        value={typed}
        onChange={setChosen}
        steps
        error={valid ? undefined : 'Datum har fel format'}
      />
      {valid && <AssignmentList date={typed} />}
    </Card>
  )
}
