import { pageAt, startPage } from '#platform/contract/pages.ts'
import { useLocation } from 'react-router'
import { Link, NavLink } from '../ui/Link.tsx'
import { classes } from '../ui/class-names.ts'
import { Icon } from '../ui/Icon.tsx'
import { useWide } from '../ui/use-media.ts'
import { variant } from '../page/variant.ts'
import { useOpenScreen } from './areas-context.ts'
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
    <header className={classes('livery', styles['header'], urgentIsOpen && styles['passing'])}>
      <Link className={styles['brand']} to={startPage}>
        <img src="/variant/logo.svg" alt="" width="32" height="32" />
        <span className={styles['title']}>{variant.title}</span>
      </Link>
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
