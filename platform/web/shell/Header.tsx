import { pageAt, startPage } from '#platform/contract/pages.ts'
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

export function Header() {
  const wide = useWide()
  const menus = useMenus(wide)
  const { urgent } = useNavigation()
  // The start page has its own, specified button to the same place.
  const atStart = useLocation().pathname === startPage
  // On a phone such a screen keeps its own buttons in sight instead.
  const urgentIsOpen = useOpenScreen()?.always
  return (
    <header className={classes(headerClass, urgentIsOpen && styles['passing'])}>
      {brand(makePart)}
      <div className={styles['menus']}>
        {wide && menus && <menus.HeaderMenus />}
        {/* At the end, so that it does not move when the menus come. */}
        {urgent && !atStart && (
          <NavLink to={pageAt(urgent.path)} className={() => styles['urgent']}>
            <Icon path={urgent.icon} size={20} />
            {urgent.label}
          </NavLink>
        )}
      </div>
    </header>
  )
}
