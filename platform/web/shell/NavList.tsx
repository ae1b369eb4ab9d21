import { pageAt, startPage } from '#platform/contract/pages.ts'
import { NavLink } from '../ui/Link.tsx'
import { classes } from '../ui/class-names.ts'
import { Icon } from '../ui/Icon.tsx'
import { homeIcon, type IconPath } from '../ui/icons.ts'
import styles from './NavList.module.css'
import { useNavigation } from './use-navigation.ts'

interface NavItemProps {
  to: string
  icon: IconPath
  label: string
  onGo?: (() => void) | undefined
  onNear?: (() => void) | undefined
}

/** A place in the menu. */
export function NavItem({ to, icon, label, onGo, onNear }: NavItemProps) {
  return (
    <NavLink
      to={to}
      className={(active) => classes(styles['item'], active && styles['active'])}
      onClick={onGo}
      onPointerEnter={onNear}
    >
      <Icon path={icon} size={20} />
      {label}
    </NavLink>
  )
}

/** Links to every screen that the signed-in employee may open. */
export function ScreenLinks({ onGo }: { onGo?: (() => void) | undefined }) {
  const { menu } = useNavigation()
  return (
    <ul className={styles['list']}>
      <li>
        <NavItem to={startPage} icon={homeIcon} label="Hem" onGo={onGo} />
      </li>
      {menu.map(({ path, label, icon, load }) => (
        <li key={path}>
          {/* A failed head start is no matter: opening the screen asks again. */}
          <NavItem
            to={pageAt(path)}
            icon={icon}
            label={label}
            onGo={onGo}
            onNear={() => void load().catch(() => null)}
          />
        </li>
      ))}
    </ul>
  )
}

/** A heading between groups of places. */
export function NavHeading({ id, children }: { id?: string; children: string }) {
  return (
    <h2 id={id} className={styles['heading']}>
      {children}
    </h2>
  )
}

/** The build that is running. */
export function BuildLabel({ version }: { version: string }) {
  return <p className={styles['build']}>Version {version}</p>
}
