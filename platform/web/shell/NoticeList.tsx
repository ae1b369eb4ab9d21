import { useEffect, useId, useState } from 'react'
import { addressOfKey, copyShownBy, queryClient } from '../calls/query-client.ts'
import { useReached } from '../page/reach.ts'
import { showCopy } from '../phone/copies.ts'
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
      // Somebody else has signed in, or no part of the screen shows the load any more. Another part may begin to in the same moment.
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'removed') retractNotice(query.queryHash)
        if (type === 'observerRemoved')
          setTimeout(() => {
            if (query.getObserversCount() > 0) return
            retractNotice(query.queryHash)
            const copy = copyShownBy(query)
            if (!copy?.failing) return
            // So that the server is asked when the load is shown again, and the warning added again if it still fails.
            showCopy(addressOfKey(query.queryKey), { ...copy, failing: false })
            query.invalidate()
          })
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
