import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { Renewal, Screen } from '../area.ts'
import { useReached } from '../offline/reach.ts'
import { queryClient } from '../http/query-client.ts'
import { renew, signInPath, useSession } from '../session.ts'
import { Notice } from '../ui/Notice.tsx'
import { hasExpired, readLastUser } from '../stored-user.ts'
import { ButtonLink } from '../ui/Button.tsx'
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
  const location = useLocation()
  const screen = useOpenScreen()
  const reached = useReached()
  const always = Boolean(screen?.always ?? screen?.signedOut)
  // Whose time has merely run out gets what the phone has, while a new sign-in is fetched: without coverage it cannot be.
  const [last, setLast] = useState(() => session ?? (always || hasExpired() ? readLastUser() : null))
  const [ended, setEnded] = useState<{ token: string; renewal: Renewal } | null>(null)
  if (session && session !== last) setLast(session)
  const renewal = ended && ended.token === last?.token ? ended.renewal : null
  useEffect(() => {
    // What failed while the sign-in was out can be had now.
    if (session) void queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' })
  }, [session])
  if (!session && !last && screen?.signedOut) {
    return signedOut?.(screen)
  }
  if (!session && (!last || (renewal === 'refused' && !always))) return <Navigate to={signInPath(location)} replace />
  return (
    // One shape with and without a session: another would make React build the screen anew.
    <>
      {!session && renewal === 'unreachable' && reached && (
        <Notice kind="warning">Din inloggning har gått ut. Den förnyas när du har täckning igen.</Notice>
      )}
      {!session && renewal === 'refused' && (
        <Notice kind="warning" action={<ButtonLink to={signInPath(location)}>Logga in</ButtonLink>}>
          Din inloggning har gått ut.
        </Notice>
      )}
      {children}
      {!session && last && <Renewing key={last.token} token={last.token} onEnd={setEnded} />}
    </>
  )
}

const RETRY_MS = 15_000

interface RenewingProps {
  /** The one that ran out. */
  token: string
  onEnd: (ended: { token: string; renewal: Renewal }) => void
}

function Renewing({ token, onEnd }: RenewingProps) {
  useEffect(() => {
    let over = false
    const ask = async () => {
      const renewal = await renew()
      if (!over) onEnd({ token, renewal })
    }
    void ask()
    const timer = setInterval(() => void ask(), RETRY_MS)
    const now = () => void ask()
    addEventListener('online', now)
    return () => {
      over = true
      clearInterval(timer)
      removeEventListener('online', now)
    }
  }, [token, onEnd])
  return null
}
