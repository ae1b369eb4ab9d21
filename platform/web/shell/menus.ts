import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addNotice, retractNotice } from '../wire/notices.ts'

export type Menus = typeof import('./Menus.tsx')

const AGAIN_MS = 10_000
const missing = 'Menyn kunde inte hämtas. Ladda om sidan.'

export const tellMissing = () => addNotice({ type: 'network', severity: 'warning', message: missing })

let menus: Menus | undefined

/**
 * The menus' code. A wide screen shows them and fetches them beside the main script (boot.ts); a phone fetches them when the first
 * screen is idle, or on a tap.
 */
export async function fetchMenus(): Promise<Menus> {
  menus ??= await import('./Menus.tsx')
  retractNotice(missing)
  return menus
}

/** The menus, once their code has come. It is requested while `needed`, again and again: without it a wide screen has no way to any other. */
export function useMenus(needed: boolean): Menus | undefined {
  const { data = menus, failureCount } = useQuery({
    queryKey: ['menus'],
    queryFn: fetchMenus,
    enabled: needed && !menus,
    retry: true,
    retryDelay: AGAIN_MS,
  })
  const failed = failureCount > 0
  useEffect(() => {
    if (failed) tellMissing()
  }, [failed])
  return data
}
