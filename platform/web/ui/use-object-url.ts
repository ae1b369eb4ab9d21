import { useEffect, useState } from 'react'

/** An object URL for data that is only on this phone. Null until it has been created. */
export function useObjectUrl(blob: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    // oxlint-disable-next-line react/set-state-in-effect -- the browser creates the URL, and it must be revoked
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}
