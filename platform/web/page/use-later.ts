import { useEffect, useState } from 'react'

/**
 * A value once it has been the same for `ms` milliseconds. A request for each typed letter would be out of date when
 * its answer came.
 */
export function useLater<Value>(value: Value, ms: number): Value {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return later
}
