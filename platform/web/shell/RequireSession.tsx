import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { Renewal } from '../area.ts'
import { queryClient } from '../http/query.ts'
import { signInPath, useSession } from '../session.ts'
import { Notice } from '../ui/Notice.tsx'
import { useAreas } from './areas-context.ts'

/**
 * Sends whoever is not signed in to sign in and back to this page. Whose sign-in ends while the page is open keeps the
 * screen, with all that is half typed in it, while a new one is fetched in silence.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession()
  const location = useLocation()
  const wasSignedIn = useRef(false)
  const [renewal, setRenewal] = useState<Renewal | 'asking'>('asking')
  useEffect(() => {
    if (!session) return
    if (wasSignedIn.current) void queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' })
    wasSignedIn.current = true
    setRenewal('asking')
  }, [session])
  if (!session && (!wasSignedIn.current || renewal === 'refused')) return <Navigate to={signInPath(location)} replace />
  return (
    // One shape with and without a session: another would make React build the screen anew.
    <>
      {!session && renewal === 'unreachable' && (
        <Notice kind="warning">Din inloggning har gått ut. Den förnyas när du har täckning igen.</Notice>
      )}
      {children}
      {!session && <Renewing onEnd={setRenewal} />}
    </>
  )
}

const RETRY_MS = 15_000

function Renewing({ onEnd }: { onEnd: (renewal: Renewal) => void }) {
  const renew = useAreas().find((area) => area.renew)?.renew
  useEffect(() => {
    let over = false
    const ask = async () => {
      const renewal = renew ? await renew() : 'refused'
      if (!over) onEnd(renewal)
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
  }, [renew, onEnd])
  return null
}
