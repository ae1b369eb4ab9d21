import { type ReactNode, useState } from 'react'
import { NavLink } from 'react-router'
import { classes } from '../ui/class-names.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { chevronRightIcon, homeIcon, type IconPath, menuIcon, reportIcon } from '../ui/icons.ts'
import styles from './BottomBar.module.css'
import { BuildLabel } from './NavList.tsx'
import { MenuLists } from './Sidebar.tsx'
import { useNavigation } from './use-navigation.ts'
import { UserMenu } from './UserMenu.tsx'
import { variant } from '../variant.ts'

/** The phone's menu, where the thumb is. What does not exist or may not be seen is left out, and the rest spreads. */
export function BottomBar() {
  const [sheet, setSheet] = useState<'menu' | 'report' | null>(null)
  const { bar, reports } = useNavigation()
  const [first, ...others] = bar
  const close = () => setSheet(null)
  return (
    <>
      <nav className={styles['bar']} aria-label="Snabbval">
        <BarLink to="/dashboard/start" icon={homeIcon} label="Hem" />
        {first && <BarLink to={`/dashboard/${first.path}`} icon={first.icon} label={first.bar ?? first.label} />}
        {reports.length > 0 && <BarButton icon={reportIcon} label="Rapportera" onClick={() => setSheet('report')} />}
        {others.map((entry) => (
          <BarLink
            key={entry.path}
            to={`/dashboard/${entry.path}`}
            icon={entry.icon}
            label={entry.bar ?? entry.label}
          />
        ))}
        <BarButton icon={menuIcon} label="Meny" onClick={() => setSheet('menu')} />
      </nav>
      {sheet === 'menu' && (
        <Dialog title="Meny" onClose={close}>
          <nav className={styles['sheet']} aria-label="Huvudmeny">
            <MenuLists onGo={close} />
            <hr className={styles['rule']} />
            <UserMenu onGo={close} />
            <BuildLabel version={variant.version} />
          </nav>
        </Dialog>
      )}
      {sheet === 'report' && (
        <Dialog title="Rapportera" onClose={close}>
          <ul className={styles['reports']}>
            {reports.map((entry) => (
              <li key={entry.path + entry.label}>
                <NavLink
                  to={`/dashboard/${entry.path}`}
                  className={classes(styles['report'], entry.tone === 'urgent' && styles['urgent'])}
                  onClick={close}
                >
                  <Icon path={entry.icon} />
                  {entry.label}
                  <Icon path={chevronRightIcon} size={20} className={styles['go']} />
                </NavLink>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}

function BarFace({ icon, label }: { icon: IconPath; label: string }): ReactNode {
  return (
    <>
      <span className={styles['icon']}>
        <Icon path={icon} />
      </span>
      {label}
    </>
  )
}

function BarLink({ to, icon, label }: { to: string; icon: IconPath; label: string }) {
  return (
    <NavLink to={to} className={({ isActive }) => classes(styles['item'], isActive && styles['active'])}>
      <BarFace icon={icon} label={label} />
    </NavLink>
  )
}

function BarButton({ icon, label, onClick }: { icon: IconPath; label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles['item']} aria-haspopup="dialog" onClick={onClick}>
      <BarFace icon={icon} label={label} />
    </button>
  )
}
