import { dismissNotice, useNotices } from '../http/notices.ts'
import { useReached } from '../offline/reach.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './Notices.module.css'

/** The list of what could not be loaded, above every screen. */
export function Notices() {
  const notices = useNotices()
  const reached = useReached()
  return (
    <div className={styles['notices']} role="log" aria-label="Varningar" aria-live="polite">
      {notices
        .filter(({ load }) => reached || !load)
        .map((notice) => (
          <Notice key={notice.id} kind="warning" live={false} onDismiss={() => dismissNotice(notice.id)}>
            {notice.message}
          </Notice>
        ))}
    </div>
  )
}
