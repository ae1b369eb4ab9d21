import { lazy, Suspense, useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { NO_ANSWER } from '../wire/api-error.ts'
import { useAnyCopy } from '../phone/copies.ts'
import { isStandalone } from '../install/offer.ts'
import { reloadForAnotherPerson } from '../who/another-person.ts'
import { useOwnProfile, useProfile } from '../calls/profile.ts'
import { signInPath, useRenewal } from '../who/session.ts'
import { LiveRegion } from '../ui/LiveRegion.tsx'
import { Failed } from '../calls/Failed.tsx'
import { useWide } from '../ui/use-media.ts'
import { useAreas, useOpenScreen } from './areas-context.ts'
import { BottomBar } from './BottomBar.tsx'
import { Crashed, ErrorBoundary } from './ErrorBoundary.tsx'
import { Header } from './Header.tsx'
import { LatePart } from './LatePart.tsx'
import { Notices } from './Notices.tsx'
import { useBackgroundWork } from './use-background-work.ts'
import { usePageTurn } from './page-turn.ts'
import { useMenus } from './menus.ts'
import { ScreenSkeleton } from './Screens.tsx'
import { Search } from './Search.tsx'
import styles from './Shell.module.css'
import { SkipLink } from './SkipLink.tsx'
import { Status } from './Status.tsx'

const loadPullToRefresh = () => import('./PullToRefresh.tsx')
const NotAnEmployee = lazy(() => import('./NotAnEmployee.tsx'))

/** The frame around every screen after sign-in. */
export function Shell() {
  const wide = useWide()
  const menus = useMenus(wide)
  const { pathname } = useLocation()
  usePageTurn()
  useBackgroundWork(useAreas())
  useEffect(reloadForAnotherPerson, [])
  const { error } = useProfile()
  const { always, signedOut } = useOpenScreen() ?? {}
  // Every employee may read his or her own profile. An account that may not read it gets only the screens that open for everybody.
  if (error?.status === 403 && error.errorMessage && !always && !signedOut)
    return (
      <Suspense>
        <NotAnEmployee reason={error.errorMessage} />
      </Suspense>
    )
  return (
    <>
      <SkipLink />
      <Header menus={menus} />
      <div className={styles['columns']}>
        {wide && <div>{menus && <menus.Sidebar />}</div>}
        <main id="innehall" className={styles['main']} tabIndex={-1}>
          <Status />
          <Notices />
          <Copies />
          <ErrorBoundary key={pathname} page>
            <ProfileFirst />
          </ErrorBoundary>
        </main>
      </div>
      {!wide && <BottomBar />}
      {isStandalone() && <LatePart name="PullToRefresh" load={loadPullToRefresh} />}
      <Search />
      <LiveRegion />
    </>
  )
}

const loadCommonStamp = () => import('../calls/Stamp.tsx').then(({ CommonStamp }) => ({ default: CommonStamp }))

/** The time of the screen's data, if several of its parts are copies of the same time. */
function Copies() {
  return useAnyCopy() && <LatePart name="CommonStamp" load={loadCommonStamp} />
}

/** Waits for the profile before it decides anything about a screen. */
function ProfileFirst() {
  const areas = useAreas()
  // A load of its own, not `useProfile`, so that opening a screen checks whether rights have changed.
  const profile = useOwnProfile()
  const navigate = useNavigate()
  const location = useLocation()
  // This is shown above all screens, with a way to continue.
  const stopped = useRenewal() === 'stopped'
  // If the server cannot answer, the remembered claims are used. An expired sign-in is renewed above all screens.
  const refused = profile.isError && profile.error.isFinal
  const unknown = profile.data === undefined || refused
  const failed = !stopped && profile.isError && !profile.isFetching && unknown
  const { always, signedOut } = useOpenScreen() ?? {}
  const goesOn = always || signedOut || !unknown
  // The server's answer contained no claims, so signing in again would change nothing.
  if (failed && !goesOn && profile.error.status === NO_ANSWER) return <Crashed areas={areas} />
  return (
    <>
      {failed && (
        <div className={styles['failed']}>
          <Failed onRetry={() => void navigate(signInPath(location))} />
        </div>
      )}
      {goesOn ? <Outlet /> : !failed && !stopped && <ScreenSkeleton />}
    </>
  )
}
