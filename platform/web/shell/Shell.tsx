import { lazy, Suspense, useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { useNewer } from '../offline/newer.ts'
import { useReached } from '../offline/reach.ts'
import { keepToOnePerson } from '../one-person.ts'
import { useOutbox } from '../outbox/state.ts'
import { useProfile } from '../profile.ts'
import { signInPath } from '../session.ts'
import { Failed } from '../ui/Notice.tsx'
import { useWide } from '../ui/use-media.ts'
import { useOpenScreen } from './areas-context.ts'
import { BottomBar } from './BottomBar.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Header } from './Header.tsx'
import { Notices } from './Notices.tsx'
import { useBackgroundWork } from './background-work.ts'
import { usePageTurn } from './page-turn.ts'
import { ScreenSkeleton } from './Screens.tsx'
import styles from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'

/** What stands around every screen of the signed-in. */
export function Shell() {
  const wide = useWide()
  const { pathname } = useLocation()
  usePageTurn()
  useBackgroundWork()
  useEffect(keepToOnePerson, [])
  return (
    <>
      <a className={styles['skip']} href="#innehall">
        Hoppa till innehållet
      </a>
      <Header />
      <div className={styles['columns']}>
        {wide && <Sidebar />}
        <main id="innehall" className={styles['main']} tabIndex={-1}>
          <Status />
          <Notices />
          <ErrorBoundary key={pathname} page>
            <ProfileFirst />
          </ErrorBoundary>
        </main>
      </div>
      {!wide && <BottomBar />}
    </>
  )
}

const StatusLine = lazy(() => import('../outbox/StatusLine.tsx'))

/** Without coverage, with something in the outbox, or a new version: only then is there anything to say. */
function Status() {
  const reached = useReached()
  const { items } = useOutbox()
  const newer = useNewer()
  if (reached && items.length === 0 && !newer) return null
  return (
    <ErrorBoundary silent>
      <Suspense>
        <StatusLine />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Nothing is decided about a screen before it is known who looks at it. */
function ProfileFirst() {
  const profile = useProfile()
  const navigate = useNavigate()
  const location = useLocation()
  const reached = useReached()
  // Out of coverage signing in again would lead nowhere.
  const failed = profile.isError && !profile.isFetching && (reached || profile.data === undefined)
  // Out of coverage the claims of last time serve; whatever else went wrong is settled by signing in again.
  const { always, signedOut } = useOpenScreen() ?? {}
  const goesOn = always || signedOut || (profile.data !== undefined && (!profile.isError || profile.error.status === 0))
  return (
    <>
      {failed && (
        <div className={styles['failed']}>
          <Failed onRetry={() => void navigate(signInPath(location))} />
        </div>
      )}
      {goesOn ? <Outlet /> : !failed && <ScreenSkeleton />}
    </>
  )
}
