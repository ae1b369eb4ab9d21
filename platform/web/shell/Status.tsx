import { useState } from 'react'
import { useReached } from '../page/reach.ts'
import { useOutbox } from '../phone/outbox/state.ts'
import { useNewer } from '../updates/newer.ts'
import { LatePart } from './LatePart.tsx'

const loadStatusLine = () => import('./StatusLine.tsx')

/**
 * The line above every screen. Loaded if there is no coverage, an item in the outbox, or a new version. It then stays, since its dialog may be
 * open when the last item disappears.
 */
export function Status() {
  const reached = useReached()
  const { items } = useOutbox()
  const newer = useNewer()
  const [needed, setNeeded] = useState(false)
  if (!needed && (!reached || items.length > 0 || newer)) setNeeded(true)
  if (!needed) return null
  return <LatePart name="StatusLine" load={loadStatusLine} />
}
