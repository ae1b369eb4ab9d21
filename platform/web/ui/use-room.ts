import { type RefObject, useLayoutEffect, useState } from 'react'
import { useWide } from './use-media.ts'

/**
 * Whether an element is at least this many rem wide, like a container query: beside a menu or another pane there is less room
 * than in the window. Always false in a window below 992 px. Otherwise true until the element has been measured.
 */
export function useRoom(element: RefObject<HTMLElement | null>, rem: number): boolean {
  const wide = useWide()
  const [room, setRoom] = useState(true)
  useLayoutEffect(() => {
    const measured = element.current
    // A phone measures nothing, because that would lay out the whole page in the same task as its rendering.
    if (!measured || !wide) return
    const measure = () =>
      setRoom(measured.clientWidth >= rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    // Measured at once, so that the wrong layout is never painted.
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(measured)
    return () => watch.disconnect()
  }, [element, rem, wide])
  return wide && room
}
