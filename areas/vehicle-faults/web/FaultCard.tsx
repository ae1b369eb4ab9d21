import { minuteText } from '#platform/contract/wall-clock.ts'
import { ReportCard } from '#platform/web/ui/ReportCard.tsx'
import { StatePill } from '#platform/web/ui/StatePill.tsx'
import type { FaultReport } from '../contract.ts'
import { PhotoCount } from './FaultPhotos.tsx'
import styles from './FaultScreen.module.css'

/** The last text about a report, by the reporter or by the workshop. */
export interface Said {
  readonly own: boolean
  readonly text: string
}

interface FaultCardProps {
  report: FaultReport
  vehicle?: string | undefined
  said?: Said | null | undefined
}

/** A report on a phone. Its vehicle is left out if all reports in the list are about the same one. */
export function FaultCard({ report, vehicle, said }: FaultCardProps) {
  const { faultCategoryName, state, text, number, timestamp } = report
  return (
    <ReportCard
      title={[vehicle, faultCategoryName].filter(Boolean).join(' · ')}
      heading="h3"
      at={{ iso: timestamp, shown: minuteText(timestamp) }}
      state={<StatePill state={state} />}
      facts={[number]}
      answers={said ? [{ label: said.own ? 'Du svarade' : 'Verkstaden', text: said.text }] : []}
    >
      <p className={styles['text']}>{text}</p>
      <PhotoCount report={report} />
    </ReportCard>
  )
}
