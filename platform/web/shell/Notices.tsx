import { lazy, Suspense } from 'react'
import { useNotices } from '../wire/notices.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

const NoticeList = lazy(() => import('./NoticeList.tsx'))

/** What could not be loaded, above every screen. The log is there before its first entry: a screen reader then reads the entry out. */
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
