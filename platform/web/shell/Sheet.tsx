import { pageAt } from '#platform/contract/pages.ts'
import { useEffect } from 'react'
import { NavLink } from '../ui/Link.tsx'
import type { ReportEntry } from './area.ts'
import { classes } from '../ui/class-names.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { entryIcons } from '../ui/entry-icons.ts'
import { chevronRightIcon } from '../ui/icons.ts'
import { MenuLists } from './MenuLists.tsx'
import { NavGroup } from './NavList.tsx'
import { Person } from './Person.tsx'
import { SearchButton } from './SearchButton.tsx'
import styles from './Sheet.module.css'
import { BuildLabel } from './Sidebar.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'
import { useNavigation } from './use-navigation.ts'
import { SignOutItem } from './UserMenu.tsx'

export interface SheetProps {
  which: 'menu' | 'report'
  reports: readonly ReportEntry[]
  /** The position of the tap on the bar. */
  tapped: { readonly x: number; readonly y: number }
  onClose: () => void
}

const DOUBLE_MS = 400
const NEAR_PX = 32

/** The sheet that the bottom bar opens: the whole menu, or the reports. */
export function Sheet({ which, reports, tapped: { x, y }, onClose }: SheetProps) {
  useEffect(() => {
    const opened = performance.now()
    // The second tap of a double tap on the bar would otherwise choose an entry of the sheet.
    const ignoreSecondTap = (event: MouseEvent) => {
      if (performance.now() - opened > DOUBLE_MS || Math.hypot(event.clientX - x, event.clientY - y) > NEAR_PX) return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('click', ignoreSecondTap, true)
    return () => document.removeEventListener('click', ignoreSecondTap, true)
  }, [x, y])
  return which === 'menu' ? (
    <Dialog title="Meny" onClose={onClose}>
      <SearchButton place="menu" onGo={onClose} />
      <Menu onClose={onClose} />
    </Dialog>
  ) : (
    <Dialog title="Rapportera" onClose={onClose}>
      <ul className={styles['reports']}>
        {reports.map((entry) => (
          <li key={entry.path + entry.label}>
            <NavLink
              to={pageAt(entry.path)}
              className={() => classes(styles['report'], entry.tone === 'urgent' && styles['urgent'])}
              onClick={onClose}
            >
              <Icon path={entryIcons[entry.icon]} />
              {entry.label}
              <Icon path={chevronRightIcon} size={20} className={styles['go']} />
            </NavLink>
            {entry.call && (
              <a className={classes(styles['report'], styles['call'])} href={`tel:${entry.call}`}>
                <Icon path={entryIcons.phone} />
                Ring {entry.call}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Menu({ onClose }: Pick<SheetProps, 'onClose'>) {
  const { own } = useNavigation()
  return (
    <nav className={styles['sheet']} aria-label="Huvudmeny">
      <Person own={own} onGo={onClose} />
      <MenuLists belowBar onGo={onClose} />
      <hr className={styles['rule']} />
      <ThemeChoice />
      <NavGroup heading={null}>
        <SignOutItem />
      </NavGroup>
      <BuildLabel />
    </nav>
  )
}
