import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Plain } from '#platform/web/shell/Screens.tsx'
import { endStartOver } from '#platform/web/who/started-over.ts'
import { readUser } from '#platform/web/who/stored-user.ts'
import { removeTypedByOthers } from '#platform/web/who/typed-here.ts'
import type { Reason } from './manager.ts'
import { safeTarget } from './target.ts'
import { reportTrouble } from './trouble.ts'
import { Waiting } from './Waiting.tsx'

/** After the return from the provider: goes on to the requested page, or to /loggedout if the sign-in failed. */
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

/** What /loggedout receives about a failed sign-in: the provider's reason, if it gave one. */
export interface Failure {
  readonly failed: true
  readonly reason: Reason | null
}

async function finish(): Promise<{ way: string; state?: Failure }> {
  try {
    const { finishSignIn } = await import('./manager.ts')
    const target = await finishSignIn()
    // The employee who has signed in may be another than the one whose app started over.
    removeTypedByOthers()
    endStartOver()
    return { way: safeTarget(target) }
  } catch (error) {
    // The URL was opened a second time, by the back button or a reload: the sign-in is already complete.
    if (readUser()) return { way: '/' }
    const reason = await import('./manager.ts').then(
      ({ reasonOf }) => reasonOf(error),
      () => null,
    )
    reportTrouble(reason?.error ?? 'not_finished')
    return { way: '/loggedout', state: { failed: true, reason } }
  }
}
