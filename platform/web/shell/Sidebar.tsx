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
    // A long menu on a low screen would hide where one is. What is visible stays where it is, under the pointer.
    const menu = nav.current
    const here = menu?.querySelector<HTMLElement>('[aria-current]')
    if (!menu || !here) return
    const top = here.offsetTop - menu.scrollTop
    if (top < 0 || top + here.offsetHeight > menu.clientHeight)
      menu.scrollTo({ top: here.offsetTop - (menu.clientHeight - here.offsetHeight) / 2 })
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
