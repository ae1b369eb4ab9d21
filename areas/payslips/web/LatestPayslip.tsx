import { DocumentList } from '#core/documents/web/DocumentList.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { getPayslips } from '../calls.ts'
import styles from './LatestPayslip.module.css'
import { PayslipRow } from './PayslipRow.tsx'

/** On the dashboard: the payslip that most come for, one tap away. Nothing while there is none, or it cannot be fetched. */
export default function LatestPayslip() {
  const { data, isError } = useCall(getPayslips)
  if (!data && !isError) return <span className={styles['place']} />
  const latest = data?.[0]
  if (!latest) return null
  return (
    <Card>
      <DocumentList label="Senaste lönebeskedet">
        <PayslipRow payslip={latest} title={`Lönebesked ${latest.salaryPeriodName}`} />
      </DocumentList>
    </Card>
  )
}
