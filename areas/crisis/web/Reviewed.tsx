import { variant } from '#platform/web/page/variant.ts'
import type { Checklist } from '../contract.ts'
import styles from './CrisisScreen.module.css'
import { reviewText } from './review-text.ts'

/** Whose guide it is, and when it was last reviewed. */
export function Reviewed({ of }: { of: Checklist['reviewed'] }) {
  return <p className={styles['reviewed']}>{reviewText(of, variant.companyName)}</p>
}
