import { useEffect, useRef } from 'react'

/**
 * Returns a function that calls `act` only while the component is mounted. For what follows an answer, such as closing a dialog: if the
 * employee has closed that dialog before the answer came and opened another one, the other one stays open.
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
