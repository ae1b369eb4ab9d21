import type { FaultReport } from '../contract.ts'
import styles from './FaultCard.module.css'
import { FaultStatePill, timeOf } from './FaultState.tsx'

/** A report on a phone: category and state, then the text. */
export function FaultCard({ report, vehicle }: { report: FaultReport; vehicle?: string }) {
  return (
    <div className={styles['card']}>
      <p className={styles['head']}>
        <b>{report.faultCategoryName}</b>
        <FaultStatePill state={report.state} />
      </p>
      <p className={styles['text']}>{report.text}</p>
      <p className={styles['facts']}>
        {[report.number, vehicle, timeOf(report.timestamp)].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}
