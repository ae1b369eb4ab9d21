import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../calls/query-client.ts'
import { feel } from '../page/feel.ts'
import { isReached } from '../page/reach.ts'
import { announce } from '../ui/announce.ts'
import { classes } from '../ui/class-names.ts'
import { Icon } from '../ui/Icon.tsx'
import { refreshIcon } from '../ui/icons.ts'
import styles from './PullToRefresh.module.css'

/** How far the finger must move, in pixels, for a refresh when it is lifted. The mark follows it at half its speed. */
const FAR_PX = 120
const SLOW = 0.5

const refetchAll = () => queryClient.refetchQueries({ type: 'active' })

/**
 * Pulling down at the top of a screen loads its data again, if the portal is installed: without the browser's own bar there is no other
 * way. The browser's own gesture would reload the page and lose half-typed text.
 */
export default function PullToRefresh({ refresh = refetchAll }: { refresh?: () => Promise<unknown> }) {
  const [pulled, setPulled] = useState(0)
  const [busy, setBusy] = useState(false)
  const pull = useRef<{ x: number; y: number; by: number } | null>(null)

  useEffect(() => {
    const onStart = ({ touches, target }: TouchEvent) => {
      const [finger] = touches
      pull.current =
        finger && touches.length === 1 && isAtTop(target) ? { x: finger.clientX, y: finger.clientY, by: 0 } : null
    }
    const onMove = ({ touches: [finger] }: TouchEvent) => {
      if (!pull.current || !finger) return
      const by = finger.clientY - pull.current.y
      // A movement sideways or upwards is another gesture, until the finger is lifted.
      if (by < 0 || Math.abs(finger.clientX - pull.current.x) > Math.max(by, 10)) {
        pull.current = null
        setPulled(0)
        return
      }
      pull.current.by = by
      setPulled(Math.min(by, FAR_PX * 1.25))
    }
    const onEnd = () => {
      const by = pull.current?.by ?? 0
      pull.current = null
      setPulled(0)
      if (by < FAR_PX) return
      setBusy(true)
      feel()
      announce('Hämtar på nytt')
      void refresh().finally(() => {
        setBusy(false)
        if (isReached()) announce('Uppdaterat')
      })
    }
    const passive = { passive: true }
    document.documentElement.classList.add('pulls')
    document.addEventListener('touchstart', onStart, passive)
    document.addEventListener('touchmove', onMove, passive)
    document.addEventListener('touchend', onEnd)
    document.addEventListener('touchcancel', onEnd)
    return () => {
      document.documentElement.classList.remove('pulls')
      document.removeEventListener('touchstart', onStart)
      document.removeEventListener('touchmove', onMove)
      document.removeEventListener('touchend', onEnd)
      document.removeEventListener('touchcancel', onEnd)
    }
  }, [refresh])

  if (pulled === 0 && !busy) return null
  const at = busy ? FAR_PX : pulled
  return (
    <span
      className={classes(styles['mark'], busy && styles['busy'], at >= FAR_PX && styles['far'])}
      style={{ translate: `-50% ${at * SLOW}px`, rotate: busy ? undefined : `${at * 2}deg` }}
      aria-hidden
    >
      <Icon path={refreshIcon} />
    </span>
  )
}

/**
 * Whether nothing above the touched element is scrolled out of view, neither on the page nor in a scrolling list, and no dialog is
 * open.
 */
function isAtTop(target: EventTarget | null): boolean {
  if (scrollY > 0 || document.querySelector('dialog[open]')) return false
  for (let at = target instanceof Element ? target : null; at && at !== document.body; at = at.parentElement)
    if (at.scrollTop > 0) return false
  return true
}
