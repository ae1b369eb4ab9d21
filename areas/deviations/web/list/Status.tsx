import { Icon } from '#platform/web/ui/Icon.tsx'
import { warningIcon } from '#platform/web/ui/icons.ts'
import { StatusPill, type Tone } from '#platform/web/ui/StatusPill.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import type { Deviation } from '../../contract/list.ts'
import styles from './Status.module.css'

/** A report's state, with a mark if it is a serious one that waits to be read. */
export function Status({ of: { status, olast } }: { of: Deviation }) {
  return (
    <span className={styles['status']}>
      <StatePill status={status} />
      {olast && (
        <span className={styles['unread']} title={unread}>
          <Icon path={warningIcon} size={20} />
          <VisuallyHidden>{unread}</VisuallyHidden>
        </span>
      )}
    </span>
  )
}

export function StatePill({ status }: { status: string }) {
  return <StatusPill tone={toneOf(status)}>{status}</StatusPill>
}

export const unread = 'Allvarlig händelse att läsa'

/** The office may use any words; these are the ones that the portal sets or has seen. */
function toneOf(status: string): Tone {
  if (status === 'Ny') return 'blue'
  return /avslut|klar|stängd|åtgärdad/i.test(status) ? 'green' : 'amber'
}
