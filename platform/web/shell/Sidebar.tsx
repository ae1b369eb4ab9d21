import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { variant } from '../page/variant.ts'
import { MenuLists } from './MenuLists.tsx'
import { Person } from './Person.tsx'
import styles from './Sidebar.module.css'

/** The menu of a wide screen. */
export function Sidebar() {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    // A long menu on a low screen would hide where one is. By the part that is hidden only, since the pointer may be on it.
    const menu = nav.current
    const here = menu?.querySelector<HTMLElement>('[aria-current]')
    if (!menu || !here) return
    const top = here.offsetTop - menu.scrollTop
    const below = top + here.offsetHeight - menu.clientHeight
    if (top < 0 || below > 0) menu.scrollBy({ top: Math.min(top, Math.max(below, 0)) })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- at each screen
  }, [pathname])
  return (
    <nav ref={nav} className={styles['sidebar']} aria-label="Huvudmeny">
      <Person />
      <MenuLists />
      <BuildLabel />
    </nav>
  )
}

/** The build that is running: specified in the menu, so it is its quietest line. */
export function BuildLabel() {
  return <p className={styles['build']}>Version {variant.version}</p>
}
