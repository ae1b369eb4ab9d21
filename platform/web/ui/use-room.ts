import { type RefObject, useLayoutEffect, useState } from 'react'
import { useWide } from './use-media.ts'

/**
 * Whether an element is at least so many rem wide, as a container query asks it: beside a menu or another pane there is less room
 * than in the window. Before the element has been measured, the window's width is the best guess.
 */
export function useRoom(element: RefObject<HTMLElement | null>, rem: number): boolean {
  const guess = useWide()
  const [room, setRoom] = useState<boolean>()
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () =>
      setRoom(measured.clientWidth >= rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    // At once, so that nothing of the wrong form is painted.
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(measured)
    return () => watch.disconnect()
  }, [element, rem])
  return room ?? guess
}
