import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { variant } from '../page/variant.ts'
import { MenuLists } from './MenuLists.tsx'
import { Person } from './Person.tsx'
import styles from './Sidebar.module.css'

/** A wide screen's menu. */
export function Sidebar() {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    // A long menu on a low screen could hide the open entry. Scrolls only as far as needed, since the pointer may be on the
    // menu.
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

/** The version of the build. The specification requires it in the menu, so it is the menu's least prominent line. */
export function BuildLabel() {
  return <p className={styles['build']}>Version {variant.version}</p>
}
