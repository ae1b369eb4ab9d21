import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Plain } from '#platform/web/shell/Screens.tsx'
import { readUser } from '#platform/web/stored-user.ts'
import { safeTarget } from './target.ts'
import { Waiting } from './Waiting.tsx'

/** Back from the provider: on to the page that was asked for, or to /loggedout where it did not work. */
export default function CallbackPage() {
  const navigate = useNavigate()
  const begun = useRef(false)

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void finish().then((way) => navigate(way, { replace: true, state: way === '/loggedout' ? { failed: true } : null }))
  }, [navigate])

  return (
    <Plain>
      <Waiting text="Loggar in.." />
    </Plain>
  )
}

async function finish(): Promise<string> {
  try {
    const { finishSignIn } = await import('./manager.ts')
    return safeTarget(await finishSignIn())
  } catch {
    // The address was opened a second time, by the back button or a reload: it has done its work already.
    return readUser() ? '/' : '/loggedout'
  }
}
