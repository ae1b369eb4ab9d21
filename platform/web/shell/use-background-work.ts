import { useEffect } from 'react'
import type { WebArea } from './area.ts'

/** In milliseconds. The first moments of a page are reserved for what it was opened for. */
const RESTED_MS = 2500
const AGAIN_MS = 60_000

/** Starts the background work when the screen is idle. Its code is fetched then, and again later if that fails. */
export function useBackgroundWork(areas: readonly WebArea[]): void {
  useEffect(() => {
    let ended = false
    let end: (() => void) | undefined
    let wait = setTimeout(begin, RESTED_MS)
    function begin() {
      import('./background-work.ts').then(
        ({ startBackgroundWork }) => {
          if (!ended) end = startBackgroundWork(areas)
        },
        () => {
          if (!ended) wait = setTimeout(begin, AGAIN_MS)
        },
      )
    }
    return () => {
      ended = true
      clearTimeout(wait)
      end?.()
    }
  }, [areas])
}
