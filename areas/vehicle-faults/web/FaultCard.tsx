import type { FaultReport } from '../contract.ts'
import styles from './FaultCard.module.css'
import { FaultPhotos, PhotoCount } from './FaultPhotos.tsx'
import { FaultStatePill, timeOf } from './FaultState.tsx'

interface FaultCardProps {
  report: FaultReport
  vehicle?: string
  /** On a card that opens nothing. */
  showsPhotos?: boolean
}

/** A report on a phone: category and state, then the text. */
export function FaultCard({ report, vehicle, showsPhotos }: FaultCardProps) {
  return (
    <div className={styles['card']}>
      <p className={styles['head']}>
        <b>{report.faultCategoryName}</b>
        <FaultStatePill state={report.state} />
      </p>
      <p className={styles['text']}>{report.text}</p>
      {showsPhotos ? <FaultPhotos report={report} /> : <PhotoCount report={report} />}
      <p className={styles['facts']}>
        {[report.number, vehicle, timeOf(report.timestamp)].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}
