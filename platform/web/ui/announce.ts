import { useEffect, useRef } from 'react'

// What a screen reader is told that nothing else says: that a write went well, that a load takes time, what it brought. It goes
// through a region that stands on the page before its text comes (ui/LiveRegion.tsx): one that comes with its text is often silent.

/** A shorter load is over before anybody could be told of it. */
const SLOW_MS = 1000

let toldToWait = false

/** Tells whoever listens, without interrupting. */
export function announce(text: string): void {
  toldToWait = false
  import('./speech.ts').then(
    ({ speak }) => speak(text),
    () => undefined,
  )
}

/** Something is on its way, until the answer is called. Told only if it takes long. */
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
 * Tells what has come in the place of something else: '14 tjänster i november 2026'. What a screen opens with is not told, since
 * its heading is read, unless one has been told to wait for it; `asked` where it has been asked for from the beginning.
 */
export function useAnnounced(text: string | undefined, asked = false): void {
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (text === undefined || text === last.current) return
    if (asked || last.current !== undefined || toldToWait) announce(text)
    last.current = text
    // oxlint-disable-next-line react/exhaustive-deps -- only another text is news
  }, [text])
}
