import { type RefObject, useLayoutEffect, useState } from 'react'
import { useWide } from './use-media.ts'

/**
 * Whether an element is at least so many rem wide, as a container query asks it: beside a menu or another pane there is less room
 * than in the window. In a window below 992 px there never is. Before the element has been measured, there is.
 */
export function useRoom(element: RefObject<HTMLElement | null>, rem: number): boolean {
  const wide = useWide()
  const [room, setRoom] = useState(true)
  useLayoutEffect(() => {
    const measured = element.current
    // On a phone nothing is measured: that would lay out the whole page in the same task as its rendering.
    if (!measured || !wide) return
    const measure = () =>
      setRoom(measured.clientWidth >= rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    // At once, so that nothing of the wrong form is painted.
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(measured)
    return () => watch.disconnect()
  }, [element, rem, wide])
  return wide && room
}
