import { useEffect } from 'react'
import { useStore } from '../page/use-store.ts'
import { createStore } from '../page/watch.ts'
import { addNotice, retractNotice } from '../wire/notices.ts'

type Menus = typeof import('./Menus.tsx')

const AGAIN_MS = 10_000
const missing = 'Menyn kunde inte hämtas. Ladda om sidan om den inte kommer.'

const menus = createStore<Menus | undefined>(undefined)

/**
 * The menus' code. A wide screen shows them and fetches them beside the main script (boot.ts); a phone fetches them when the first
 * screen is idle, or on a tap.
 */
export async function fetchMenus(): Promise<Menus> {
  const came = menus.get() ?? (await import('./Menus.tsx'))
  menus.set(came)
  return came
}

/** The menus, once their code has come. It is requested while `needed`, again and again: without it a wide screen has no way to any other. */
export function useMenus(needed: boolean): Menus | undefined {
  const came = useStore(menus)
  useEffect(() => {
    if (!needed || came) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    const ask = () =>
      void fetchMenus().catch(() => {
        if (gone) return
        addNotice({ type: 'network', severity: 'warning', message: missing })
        timer = setTimeout(ask, AGAIN_MS)
      })
    ask()
    return () => {
      gone = true
      clearTimeout(timer)
      retractNotice(missing)
    }
  }, [needed, came])
  return came
}
