import { NavLink } from 'react-router'
import { classes } from '../ui/class-names.ts'
import { Icon } from '../ui/Icon.tsx'
import { externalIcon, homeIcon, type IconPath } from '../ui/icons.ts'
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
      className={({ isActive }) => classes(styles['item'], isActive && styles['active'])}
      onClick={onGo}
      onPointerEnter={onNear}
    >
      <Icon path={icon} size={20} />
      {label}
    </NavLink>
  )
}

/** Every screen that whoever is signed in may open. */
export function ScreenLinks({ onGo }: { onGo?: (() => void) | undefined }) {
  const { menu } = useNavigation()
  return (
    <ul className={styles['list']}>
      <li>
        <NavItem to="/dashboard/start" icon={homeIcon} label="Hem" onGo={onGo} />
      </li>
      {menu.map(({ path, label, icon, load }) => (
        <li key={path}>
          {/* A failed head start is no matter: opening the screen asks again. */}
          <NavItem
            to={`/dashboard/${path}`}
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

/** The links under 'Mina länkar'. */
export function HeaderLinks({ onGo }: { onGo?: (() => void) | undefined }) {
  const { links } = useNavigation()
  return (
    <ul className={styles['list']}>
      {links.map(({ label, href, icon, external }) => (
        <li key={label}>
          {external ? (
            <a className={styles['item']} href={href} target="_blank" rel="noreferrer" onClick={onGo}>
              <Icon path={icon} size={20} />
              {label}
              <Icon path={externalIcon} size={16} className={styles['external']} />
            </a>
          ) : (
            <NavItem to={href} icon={icon} label={label} onGo={onGo} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** A heading between groups of places. */
export function NavHeading({ children }: { children: string }) {
  return <h2 className={styles['heading']}>{children}</h2>
}

/** The build that is running. */
export function BuildLabel({ version }: { version: string }) {
  return <p className={styles['build']}>Version {version}</p>
}
