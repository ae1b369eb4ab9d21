import { lazy, Suspense } from 'react'
import { useNotices } from '../wire/notices.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

const NoticeList = lazy(() => import('./NoticeList.tsx'))

/** Failed loads, above every screen. The log exists before its first entry, so that a screen reader announces the entry. */
export function Notices() {
  const notices = useNotices()
  return (
    <div role="log" aria-label="Varningar" aria-live="polite">
      {notices.length > 0 && (
        <ErrorBoundary silent>
          <Suspense>
            <NoticeList notices={notices} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}
