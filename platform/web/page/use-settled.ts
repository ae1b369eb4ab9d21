import { type Query, useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

const firstLoad = { predicate: (query: Query) => query.state.status === 'pending' }
const longestWait = 3000

/**
 * Whether the start page's first calls have been answered: first the duty, then everything below it, so that on a poor
 * connection the list does not delay the card. The rest is rendered in small pieces, so that taps are handled in between.
 */
export function useSettled(): boolean {
  const client = useQueryClient()
  const [settled, setSettled] = useState(false)

  useEffect(() => {
    // Checks a moment later, because the cards start their loads after this effect and after the cache's own events.
    let soon: ReturnType<typeof setTimeout> | undefined
    let cancel: (() => void) | undefined
    const settle = () => startTransition(() => setSettled(true))
    const look = () => {
      soon ??= setTimeout(() => {
        soon = undefined
        if (client.isFetching(firstLoad) > 0) return
        cancel?.()
        cancel = afterPaint(settle)
      })
    }
    look()
    const forget = client.getQueryCache().subscribe(look)
    const longest = setTimeout(settle, longestWait)
    return () => {
      clearTimeout(soon)
      clearTimeout(longest)
      cancel?.()
      forget()
    }
  }, [client])

  return settled
}
