import { useEffect, useState } from 'react'

/**
 * Whether what a draft holds went to the outbox before the draft could be put away: then it must not be sent a second time.
 * Undefined while it is being looked up.
 */
export function useHandedOver(key: string | null | undefined): boolean | undefined {
  const [found, setFound] = useState<{ key: string; handed: boolean }>()
  useEffect(() => {
    if (!key) return undefined
    let current = true
    void import('./outbox.ts')
      .then((outbox) => outbox.stateOf(key))
      .catch(() => undefined)
      .then((state) => {
        if (current) setFound({ key, handed: state === 'waiting' || state === 'sent' })
      })
    return () => {
      current = false
    }
  }, [key])
  return key ? (found?.key === key ? found.handed : undefined) : false
}
