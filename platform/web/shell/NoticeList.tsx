import { useEffect, useId, useState } from 'react'
import { queryClient } from '../calls/query-client.ts'
import { useReached } from '../page/reach.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { focusHeading } from '../ui/page-focus.ts'
import { dismissNotice, type GlobalNotice, retractNotice, useNotices } from '../wire/notices.ts'
import styles from './NoticeList.module.css'

const MANY = 3

function dismiss(gone: readonly GlobalNotice[]): void {
  for (const { id } of gone) dismissNotice(id)
  setTimeout(focusHeading)
}

/** Three or more failed loads are collapsed into one line. */
export default function NoticeList() {
  const notices = useNotices()
  const reached = useReached()
  const [open, setOpen] = useState(false)
  const listId = useId()
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        // Nobody waits for it any more, or somebody else has signed in.
        if (type === 'removed') retractNotice(query.queryHash)
      }),
    [],
  )
  const loads = notices.filter(({ load }) => load && reached)
  const folded = loads.length >= MANY
  return (
    <div className={styles['list']}>
      {folded && (
        <Notice
          kind="warning"
          live={false}
          action={
            <Button kind="quiet" aria-expanded={open} aria-controls={listId} onClick={() => setOpen(!open)}>
              {open ? 'Dölj' : 'Visa'}
            </Button>
          }
          onDismiss={() => dismiss(loads)}
        >
          {loads.length} saker kunde inte hämtas
          <ul id={listId} className={styles['folded']} hidden={!open}>
            {loads.map(({ id, message }) => (
              <li key={id}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      {notices
        .filter(({ load }) => !load || (reached && !folded))
        .map((notice) => (
          <Notice key={notice.id} kind="warning" live={false} onDismiss={() => dismiss([notice])}>
            {notice.message}
          </Notice>
        ))}
    </div>
  )
}
