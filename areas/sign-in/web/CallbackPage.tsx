import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Plain } from '#platform/web/shell/Screens.tsx'
import { readUser } from '#platform/web/who/stored-user.ts'
import type { Reason } from './manager.ts'
import { safeTarget } from './target.ts'
import { tellTrouble } from './trouble.ts'
import { Waiting } from './Waiting.tsx'

/** Back from the provider: on to the page that was asked for, or to /loggedout where it did not work. */
export default function CallbackPage() {
  const navigate = useNavigate()
  const begun = useRef(false)

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void finish().then(({ way, state }) => navigate(way, { replace: true, state }))
  }, [navigate])

  return (
    <Plain>
      <Waiting text="Loggar in.." />
    </Plain>
  )
}

/** What /loggedout is told of a sign-in that failed: the provider's reason, where it gave one. */
export interface Failure {
  readonly failed: true
  readonly reason: Reason | null
}

async function finish(): Promise<{ way: string; state?: Failure }> {
  try {
    const { finishSignIn } = await import('./manager.ts')
    return { way: safeTarget(await finishSignIn()) }
  } catch (error) {
    // The address was opened a second time, by the back button or a reload: it has done its work already.
    if (readUser()) return { way: '/' }
    const reason = await import('./manager.ts').then(
      ({ reasonOf }) => reasonOf(error),
      () => null,
    )
    tellTrouble(reason?.error ?? 'not_finished')
    return { way: '/loggedout', state: { failed: true, reason } }
  }
}
