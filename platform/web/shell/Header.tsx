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

/** About where the start page's button is under the header. */
const BUTTON_PX = 120

export function Header({ menus }: { menus: Menus | undefined }) {
  const wide = useWide()
  const { urgent } = useNavigation()
  const buttonIsAway = useIsButtonAway(wide)
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

/** False at the top of the start page, which has its own, specified button there; a wide screen has the menu beside it. */
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
