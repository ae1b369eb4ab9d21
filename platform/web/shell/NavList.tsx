import type { ReactNode } from 'react'
import { NavLink } from '../ui/Link.tsx'
import { classes } from '../ui/class-names.ts'
import { Icon } from '../ui/Icon.tsx'
import { type EntryIcon, entryIcons } from '../ui/entry-icons.ts'
import styles from './NavList.module.css'

interface NavItemProps {
  to: string
  icon: EntryIcon
  label: string
  onGo?: (() => void) | undefined
  onNear?: (() => void) | undefined
}

/** An entry of the menu. */
export function NavItem({ to, icon, label, onGo, onNear }: NavItemProps) {
  return (
    <NavLink
      to={to}
      className={(active) => classes(styles['item'], active && styles['active'])}
      onClick={onGo}
      onPointerEnter={onNear}
    >
      <Icon path={entryIcons[icon]} size={20} />
      {label}
    </NavLink>
  )
}

/** A group of entries, below its heading. */
export function NavGroup({ heading, children }: { heading: string | null; children: ReactNode }) {
  return (
    <>
      {heading && <h2 className={styles['heading']}>{heading}</h2>}
      <ul className={classes(styles['list'], !heading && styles['apart'])}>{children}</ul>
    </>
  )
}
