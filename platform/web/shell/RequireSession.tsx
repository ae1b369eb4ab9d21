import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { Screen } from './area.ts'
import { copyShownBy, queryClient } from '../calls/query-client.ts'
import { useReached } from '../page/reach.ts'
import { type LoginState, renew, signInPath, useRenewal, useSession } from '../who/session.ts'
import { readLastUser } from '../who/stored-user.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Failed } from '../calls/Failed.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useOpenScreen } from './areas-context.ts'

interface RequireSessionProps {
  children: ReactNode
  /** Renders a screen that needs no sign-in, for a visitor who is not signed in. */
  signedOut?: (screen: Screen) => ReactNode
}

/**
 * Sends a visitor who is not signed in to the sign-in, and back to this page. If a sign-in ends while the page is open, the
 * screen stays with its half-typed text while a new sign-in is fetched silently. A screen that always opens also opens for the
 * employee who was last signed in here.
 */
export function RequireSession({ children, signedOut }: RequireSessionProps) {
  const session = useSession()
  const renewal = useRenewal()
  const location = useLocation()
  const screen = useOpenScreen()
  const reached = useReached()
  const always = Boolean(screen?.always ?? screen?.signedOut)
  // With an expired sign-in the phone's copies are shown while a new one is fetched. Without coverage it cannot be fetched.
  const [last, setLast] = useState(readLastUser)
  if (session && session !== last) setLast(session)
  // Used to explain to an interrupted employee why the page is left.
  const [wasIn, setWasIn] = useState(false)
  if (session && !wasIn) setWasIn(true)
  useEffect(() => {
    // Loads that failed or returned copies without a valid sign-in can succeed now.
    if (!session) return
    void queryClient.refetchQueries(
      {
        predicate: (query) => query.state.status === 'error' || Boolean(copyShownBy(query)),
      },
      // A load that has waited for the sign-in goes on with it.
      { cancelRefetch: false },
    )
  }, [session])
  const lost = !session && last !== null
  useEffect(() => {
    if (lost) void renew()
  }, [lost])
  if (!session && !last && screen?.signedOut) {
    return signedOut?.(screen)
  }
  if (!session && (!last || (renewal === 'refused' && !always)))
    return <Navigate to={signInPath(location)} state={{ ended: wasIn } satisfies LoginState} replace />
  return (
    // The same element structure with and without a session, so that React does not remount the screen.
    <>
      {lost && renewal === 'unreachable' && reached && (
        <Notice kind="warning">Din inloggning har gått ut. Den förnyas när inloggningstjänsten svarar igen.</Notice>
      )}
      {lost && renewal === 'refused' && (
        <Notice kind="warning" action={<ButtonLink to={signInPath(location)}>Logga in</ButtonLink>}>
          {readLastUser() ? 'Din inloggning har gått ut.' : 'Du är inte inloggad.'}
        </Notice>
      )}
      {lost && renewal === 'stopped' && <Failed onRetry={tryAgain}>Ett fel inträffade.</Failed>}
      {children}
    </>
  )
}

const tryAgain = () => void import('../who/renewals.ts').then(({ startAfresh }) => startAfresh())
