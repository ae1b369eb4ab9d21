import { Navigate } from 'react-router'
import { kinds } from './kinds.ts'

/** '/dashboard/nyheter' opens the region's news. */
export default function NewsHome() {
  return <Navigate to={kinds.region.path} replace />
}
