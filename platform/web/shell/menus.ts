import { useEffect, useState } from 'react'

type Menus = typeof import('./Menus.tsx')

let menus: Menus | undefined

/**
 * The menus' code. A wide screen shows them and fetches them beside the main script (boot.ts); a phone fetches them when the first
 * screen is idle, or on a tap.
 */
export async function fetchMenus(): Promise<Menus> {
  menus ??= await import('./Menus.tsx')
  return menus
}

/** The menus, once their code has come. It is requested while `needed`. */
export function useMenus(needed: boolean): Menus | undefined {
  const [, setCame] = useState(menus)
  useEffect(() => {
    if (!needed) return
    // Asked again by the next screen that needs them, and by the background work.
    fetchMenus().then(setCame, () => undefined)
  }, [needed])
  return menus
}
