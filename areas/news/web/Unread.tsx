import { isNew, useSeen } from '#platform/web/calls/seen.ts'
import type { ListedItem } from '../contract.ts'
import { newsKey } from './kinds.ts'
import styles from './Unread.module.css'

/** The mark of an item that the employee has not opened. */
export function Unread({ item: { id, publishedDate } }: { item: Pick<ListedItem, 'id' | 'publishedDate'> }) {
  return isNew({ key: newsKey(id), at: publishedDate }, useSeen()) && <span className={styles['unread']}>Oläst</span>
}
