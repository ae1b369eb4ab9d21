import { ReportCard } from '#platform/web/ui/ReportCard.tsx'
import { StatePill } from '#platform/web/ui/StatePill.tsx'
import type { FaultReport } from '../contract.ts'
import { PhotoCount } from './FaultPhotos.tsx'
import styles from './FaultScreen.module.css'
import { timeOf } from './time-of.ts'

interface FaultCardProps {
  report: FaultReport
  vehicle?: string | undefined
  /** What the workshop has written. */
  answer?: string | null | undefined
}

/** A report on a phone. Its vehicle is left out where all are about the same. */
export function FaultCard({ report, vehicle, answer }: FaultCardProps) {
  const { faultCategoryName, state, text, number, timestamp } = report
  return (
    <ReportCard
      title={[vehicle, faultCategoryName].filter(Boolean).join(', ')}
      heading="h3"
      at={{ iso: timestamp, shown: timeOf(timestamp) }}
      state={<StatePill state={state} />}
      facts={[number]}
      answers={answer ? [{ label: 'Verkstaden', text: answer }] : []}
    >
      <p className={styles['text']}>{text}</p>
      <PhotoCount report={report} />
    </ReportCard>
  )
}
