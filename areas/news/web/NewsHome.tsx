import { Navigate } from 'react-router'
import { kinds } from './kinds.ts'

/** '/dashboard/nyheter' opens with what is nearest. */
export default function NewsHome() {
  return <Navigate to={kinds.region.path} replace />
}
