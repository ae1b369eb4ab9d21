import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { signInPath, useSession } from '../session.ts'

/** Sends whoever is not signed in, or no longer is, to sign in and back to this page. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession()
  const location = useLocation()
  return session ? children : <Navigate to={signInPath(location)} replace />
}
