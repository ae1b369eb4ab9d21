import { useEffect } from 'react'
import { addNotice, retractNotice } from '../wire/notices.ts'
import { useLateCode } from './late-code.ts'

export type Menus = typeof import('./Menus.tsx')

const missing = 'Menyn kunde inte hämtas. Ladda om sidan.'

export const tellMissing = () => addNotice(missing)

let menus: Menus | undefined

/**
 * Loads the menus' code. A wide screen shows the menus at once, and fetches the code in parallel with the main script (boot.ts). A phone
 * fetches it when the first screen is idle, or on a tap.
 */
export async function fetchMenus(): Promise<Menus> {
  menus ??= await import('./Menus.tsx')
  retractNotice(missing)
  return menus
}

/**
 * The menus, once their code has come. While `needed`, the code is requested until it comes, because a wide screen has no other way to
 * other screens.
 */
export function useMenus(needed: boolean): Menus | undefined {
  const { code = menus, failed } = useLateCode('menus', fetchMenus, needed && !menus)
  useEffect(() => {
    if (failed) tellMissing()
  }, [failed])
  return code
}
