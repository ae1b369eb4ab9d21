import { useEffect, useRef } from 'react'

/**
 * `act` as long as the component is there. For what follows an answer, such as closing a dialog: whoever has closed it before the answer came,
 * and has opened another one since, keeps that one.
 */
export function useWhileHere<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return (...args) => {
    if (here.current) act(...args)
  }
}
