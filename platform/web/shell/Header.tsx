import { pageAt, startPage } from '#platform/contract/pages.ts'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { NavLink } from '../ui/Link.tsx'
import { classes } from '../ui/class-names.ts'
import { Icon } from '../ui/Icon.tsx'
import { makePart } from '../ui/make-part.ts'
import { useWide } from '../ui/use-media.ts'
import { useOpenScreen } from './areas-context.ts'
import { brand, headerClass } from './header-part.ts'
import styles from './Header.module.css'
import { useMenus } from './menus.ts'
import { useNavigation } from './use-navigation.ts'

/** What the header covers of the page, about. */
const HEADER_PX = 56

export function Header() {
  const wide = useWide()
  const menus = useMenus(wide)
  const { urgent } = useNavigation()
  const buttonIsAway = useIsButtonAway(urgent && pageAt(urgent.path))
  // On a phone such a screen keeps its own buttons in sight instead.
  const urgentIsOpen = useOpenScreen()?.always
  return (
    <header className={classes(headerClass, urgentIsOpen && styles['passing'])}>
      {brand(makePart)}
      <div className={styles['menus']}>
        {wide && menus && <menus.HeaderMenus />}
        {/* At the end, so that it does not move when the menus come. */}
        {urgent && buttonIsAway && (
          <NavLink to={pageAt(urgent.path)} className={() => styles['urgent']}>
            <Icon path={urgent.icon} size={20} />
            {urgent.label}
          </NavLink>
        )}
      </div>
    </header>
  )
}

/** Whether the start page's own, specified button to `href` has been scrolled out of sight on a phone; true on every other page. */
function useIsButtonAway(href: string | undefined): boolean {
  const atStart = useLocation().pathname === startPage
  const wide = useWide()
  const [away, setAway] = useState(false)
  useEffect(() => {
    // A wide screen has the menu beside the page.
    if (!atStart || !href || wide) return undefined
    // Looked for each time: the page shows it when it has loaded.
    const look = () => {
      const button = document.querySelector(`main [href="${href}"]`)
      setAway(!!button && button.getBoundingClientRect().bottom <= HEADER_PX)
    }
    look()
    addEventListener('scroll', look, { passive: true })
    return () => {
      removeEventListener('scroll', look)
      setAway(false)
    }
  }, [atStart, href, wide])
  return !atStart || away
}
