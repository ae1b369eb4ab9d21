import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { isReached } from '#platform/web/page/reach.ts'
import type { Renewal } from '#platform/web/who/keeper.ts'
import type { LoginState } from '#platform/web/who/session.ts'
import { Plain } from '#platform/web/shell/Screens.tsx'
import { readLastUser, readUser } from '#platform/web/who/stored-user.ts'
import { maySignIn, renew, startAfresh } from '#platform/web/who/renewals.ts'
import { removeTypedByOthers } from '#platform/web/who/typed-here.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { clearMark, isSigningOut, signsOutHere } from './sign-out-mark.ts'
import { safeTarget } from './target.ts'
import { Waiting } from './Waiting.tsx'

/** Time for an interrupted employee to read the reason. */
const READ_MS = 4000

/** Redirects to the provider, and back to the requested page (`?till=`). */
export default function LoginPage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const target = safeTarget(search.get('till'))
  const [failed, setFailed] = useState(false)
  const ended = (useLocation().state as Partial<LoginState> | null)?.ended === true
  const [reading, setReading] = useState(ended && !signsOutHere())
  const begun = useRef(false)

  const begin = useCallback(async () => {
    setFailed(false)
    try {
      const way = await signIn(target)
      if (way) await navigate(way, { replace: true })
    } catch {
      setFailed(true)
    }
  }, [navigate, target])

  useEffect(() => {
    if (reading) {
      const timer = setTimeout(() => setReading(false), READ_MS)
      return () => clearTimeout(timer)
    }
    if (begun.current) return
    begun.current = true
    void begin()
  }, [begin, reading])

  useEffect(() => {
    if (!failed) return
    const again = () => void begin()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [failed, begin])

  return (
    <Plain>
      {reading ? (
        <>
          <h1>Din inloggning har gått ut</h1>
          <Notice kind="info">Du skickas till inloggningen, och kommer sedan tillbaka till sidan där du var.</Notice>
          <Button kind="primary" wide onClick={() => setReading(false)}>
            Logga in nu
          </Button>
        </>
      ) : failed ? (
        <Failed onRetry={() => void startAfresh().then(begin)}>Ett fel inträffade.</Failed>
      ) : (
        <Waiting text={signsOutHere() ? 'Loggar ut..' : 'Loggar in..'} />
      )}
    </Plain>
  )
}

/** Whether the provider can ask the employee. One that does not answer a renewal may have refused in a way that a page cannot read. */
async function canAskThere(renewal: Renewal): Promise<boolean> {
  if (renewal !== 'unreachable' || !isReached()) return renewal === 'refused'
  const { isThere } = await import('./manager.ts')
  return isThere()
}

/** Returns where to go inside the portal; null if the browser leaves it. */
async function signIn(target: string): Promise<string | null> {
  removeTypedByOthers()
  if (readUser()) return target
  if (isSigningOut(Date.now())) return signsOutHere() ? null : '/loggedout'
  clearMark()
  // After an expired sign-in the provider usually still has a session: then only the token is new.
  if (readLastUser()) {
    const renewal = await renew()
    if (renewal === 'renewed') return target
    if (!(await canAskThere(renewal)) || !(await maySignIn())) throw new Error(`signing in is ${renewal}`)
  }
  const { goSignIn } = await import('./manager.ts')
  await goSignIn(target)
  return null
}
