import { Icon } from '#platform/web/ui/Icon.tsx'
import { warningIcon } from '#platform/web/ui/icons.ts'
import { StatePill } from '#platform/web/ui/StatePill.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import type { Deviation } from '../../contract/list.ts'
import styles from './Status.module.css'

/** A report's state, with a mark if the report is serious and unread. */
export function Status({ of: { status, olast } }: { of: Deviation }) {
  return (
    <span className={styles['status']}>
      <StatePill state={status} />
      {olast && (
        <span className={styles['unread']} title={unread}>
          <Icon path={warningIcon} size={20} />
          <VisuallyHidden>{unread}</VisuallyHidden>
        </span>
      )}
    </span>
  )
}

export const unread = 'Allvarlig händelse att läsa'
