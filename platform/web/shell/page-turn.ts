import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { requestPageFocus, takePageFocus } from '../ui/page-focus.ts'

const heights = new Map<string, number>()

/**
 * Does what a browser does at a navigation: scrolls to the top, or back to the previous position, and focuses the
 * heading.
 */
export function usePageTurn(): void {
  const { key, pathname } = useLocation()

  // Not later: the new screen scrolls to its top, which must not be remembered as the height of the former one.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => heights.set(key, scrollY)
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [key])

  usePageTurnTo(pathname)
}

/**
 * Does the same for what `page` names, on a screen where the query says which of several pages is shown, such as a list or one of its
 * items.
 */
export function usePageTurnTo(page: string | null): void {
  const { key } = useLocation()
  const how = useNavigationType()
  const last = useRef(page)

  // Runs before the new screen's own effects, because its heading looks for the request when it is mounted.
  useLayoutEffect(() => {
    if (last.current === page) return
    last.current = page
    requestPageFocus()
    const height = how === 'POP' ? (heights.get(key) ?? 0) : 0
    scrollTo(0, height)
    const stopScrolling = height > 0 ? scrollWhenTallEnough(height) : undefined
    // A screen without a PageHeader: focuses the content.
    const wait = setTimeout(() => takePageFocus(document.querySelector('main')), 1500)
    return () => {
      clearTimeout(wait)
      stopScrolling?.()
    }
  }, [key, page, how])
}

/**
 * Scrolls back when the screen's content, which may still be loading, is high enough. Gives up after two seconds, or when
 * the employee scrolls.
 */
function scrollWhenTallEnough(height: number): () => void {
  const observer = new ResizeObserver(() => {
    scrollTo(0, height)
    if (Math.abs(scrollY - height) < 2) stop()
  })
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    removeEventListener('wheel', stop)
    removeEventListener('touchstart', stop)
  }
  const timer = setTimeout(() => stop(), 2000)
  addEventListener('wheel', stop, { passive: true })
  addEventListener('touchstart', stop, { passive: true })
  observer.observe(document.body)
  return stop
}
