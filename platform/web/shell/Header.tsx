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
import type { Menus } from './menus.ts'
import { useNavigation } from './use-navigation.ts'

/** The approximate position of the start page's button below the header. */
const BUTTON_PX = 120

export function Header({ menus }: { menus: Menus | undefined }) {
  const wide = useWide()
  const { urgent } = useNavigation()
  const buttonIsAway = useIsButtonAway(wide)
  // On a phone, a screen that always opens keeps its own buttons in view instead.
  const urgentIsOpen = useOpenScreen()?.always
  return (
    <header className={classes(headerClass, urgentIsOpen && styles['passing'])}>
      {brand(makePart)}
      <div className={styles['menus']}>
        {wide && menus && <menus.HeaderMenus />}
        {/* The last element, so that it does not move when the menus come. */}
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

/**
 * Whether the header must have the urgent link. At the top of the start page it is not needed, because the page has its own, specified
 * button there. On a wide start page it never is, because the menu beside it has the entry.
 */
function useIsButtonAway(wide: boolean): boolean {
  const atStart = useLocation().pathname === startPage
  const [away, setAway] = useState(!atStart)
  useEffect(() => {
    const look = () => setAway(!atStart || (!wide && scrollY > BUTTON_PX))
    look()
    addEventListener('scroll', look)
    return () => removeEventListener('scroll', look)
  }, [atStart, wide])
  return away
}
