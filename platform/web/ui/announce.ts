import { useEffect, useRef } from 'react'

// Announcements for screen readers that nothing else makes: a successful write, a slow load, and its result. They use a region that
// exists before its text (ui/LiveRegion.tsx), because a region that is inserted together with its text is often ignored.

/** In milliseconds. A shorter load is over before it could be announced. */
const SLOW_MS = 1000

let toldToWait = false

/** Announces a text to screen readers, without interrupting. */
export function announce(text: string): void {
  toldToWait = false
  import('./speech.ts').then(
    ({ speak }) => speak(text),
    () => undefined,
  )
}

/** Marks the start of a load. Call the returned function at its end. The load is announced only if it takes long. */
export function announceLoad(): () => void {
  const slow = setTimeout(() => {
    announce('Laddar')
    toldToWait = true
  }, SLOW_MS)
  return () => clearTimeout(slow)
}

/** A count in words: 'Inga tjänster', 'En tjänst', '14 tjänster'. */
export const counted = (count: number, none: string, one: string, many: string): string =>
  count === 0 ? none : count === 1 ? one : `${count} ${many}`

/**
 * Announces new content that replaces other content: '14 tjänster i november 2026'. The content that a screen opens with is not
 * announced, since the screen's heading is read, unless a slow load has been announced before. `asked`: the employee asked for the
 * content, so it is always announced.
 */
export function useAnnounced(text: string | undefined, asked = false): void {
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (text === undefined || text === last.current) return
    if (asked || last.current !== undefined || toldToWait) announce(text)
    last.current = text
    // oxlint-disable-next-line react/exhaustive-deps -- only a changed text is announced
  }, [text])
}
