import { useEffect, useState } from 'react'

/** A value once it has been the same for a while: an answer for each typed letter would be out of date when it came. */
export function useLater<Value>(value: Value, ms: number): Value {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return later
}
