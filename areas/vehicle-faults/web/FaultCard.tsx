import type { FaultReport } from '../contract.ts'
import styles from './FaultCard.module.css'
import { PhotoCount } from './FaultPhotos.tsx'
import { FaultStatePill, timeOf } from './FaultState.tsx'

interface FaultCardProps {
  report: FaultReport
  vehicle?: string | undefined
  /** What the workshop has written. */
  answer?: string | null | undefined
}

/** A report on a phone: the vehicle or the category with the state, then the text and the workshop's answer. */
export function FaultCard({ report, vehicle, answer }: FaultCardProps) {
  const { faultCategoryName, state, text, number, timestamp } = report
  return (
    <div className={styles['card']}>
      <p className={styles['head']}>
        <b>{[vehicle, faultCategoryName].filter(Boolean).join(', ')}</b>
        <FaultStatePill state={state} />
      </p>
      <p className={styles['facts']}>{[timeOf(timestamp), number].join(' · ')}</p>
      <p className={styles['text']}>{text}</p>
      <PhotoCount report={report} />
      {answer && <p className={styles['answer']}>{answer}</p>}
    </div>
  )
}
