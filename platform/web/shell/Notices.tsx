import { dismissNotice, useNotices } from '../http/notices.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './Notices.module.css'

/** The list of what could not be loaded, above every screen. */
export function Notices() {
  const notices = useNotices()
  return (
    <div className={styles['notices']} role="log" aria-label="Varningar" aria-live="polite">
      {notices.map((notice) => (
        <Notice key={notice.id} kind="warning" live={false} onDismiss={() => dismissNotice(notice.id)}>
          {notice.message}
        </Notice>
      ))}
    </div>
  )
}
