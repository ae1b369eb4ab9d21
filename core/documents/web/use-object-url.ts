import { useEffect, useState } from 'react'

/** An address for what is only on this phone; null until there is one. */
export function useObjectUrl(blob: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    // oxlint-disable-next-line react/set-state-in-effect -- the address is made by the browser, and given back to it
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}
