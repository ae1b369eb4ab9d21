import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { Screen } from './area.ts'
import { queryClient } from '../calls/query-client.ts'
import { useReached } from '../page/reach.ts'
import { type LoginState, renew, signInPath, useRenewal, useSession } from '../who/session.ts'
import { readLastUser } from '../who/stored-user.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Failed } from '../calls/Failed.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useOpenScreen } from './areas-context.ts'

interface RequireSessionProps {
  children: ReactNode
  /** A screen that needs no sign-in, for whom is not signed in. */
  signedOut?: (screen: Screen) => ReactNode
}

/**
 * Sends whoever is not signed in to sign in and back to this page. Whose sign-in ends while the page is open keeps the
 * screen, with all that is half typed in it, while a new one is fetched in silence. A screen that opens at all times also
 * opens for whoever was signed in here last.
 */
export function RequireSession({ children, signedOut }: RequireSessionProps) {
  const session = useSession()
  const renewal = useRenewal()
  const location = useLocation()
  const screen = useOpenScreen()
  const reached = useReached()
  const always = Boolean(screen?.always ?? screen?.signedOut)
  // Whose time has run out gets what the phone has, while a new sign-in is fetched: without coverage it cannot be.
  const [last, setLast] = useState(readLastUser)
  if (session && session !== last) setLast(session)
  // Who was at work here is told why the page goes away.
  const [wasIn, setWasIn] = useState(false)
  if (session && !wasIn) setWasIn(true)
  useEffect(() => {
    // What failed while the sign-in was out can be had now.
    if (session) void queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' })
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
    // One shape with and without a session: another would make React build the screen anew.
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
