import { pageAt, startPage } from '#platform/contract/pages.ts'
import { type ComponentType, type MouseEvent, type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { NavLink } from '../ui/Link.tsx'
import { classes } from '../ui/class-names.ts'
import { Icon } from '../ui/Icon.tsx'
import { homeIcon, type IconPath, menuIcon, reportIcon } from '../ui/icons.ts'
import styles from './BottomBar.module.css'
import { fetchMenus, tellMissing } from './menus.ts'
import type { SheetProps } from './Menus.tsx'
import { useNavigation } from './use-navigation.ts'

/** The button that was tapped, the screen on which it was tapped, and the sheet once its code has come. */
interface Asked extends Pick<SheetProps, 'which' | 'tapped'> {
  readonly from: string
  readonly Sheet?: ComponentType<SheetProps>
}

/** The phone's menu, within reach of the thumb. Entries that do not exist or may not be seen are left out, and the others spread out. */
export function BottomBar() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { bar, reports } = useNavigation()
  const [first, ...others] = bar
  const here = useLocation().pathname
  // Closes an open sheet too, because a swipe can go back while it is open.
  if (asked && asked.from !== here) setAsked(null)
  const isBusy = (which: SheetProps['which']) => asked?.which === which && !asked.Sheet
  // The code is loaded when the screen is idle, or earlier by a tap.
  const open = (which: SheetProps['which'], { clientX: x, clientY: y }: MouseEvent) => {
    const own = { which, tapped: { x, y }, from: here }
    setAsked(own)
    /** Ignored if the employee has tapped something else since. */
    const came = (next: Asked | null) => setAsked((now) => (now === own ? next : now))
    void fetchMenus().then(
      ({ Sheet }) => came(here === location.pathname ? { ...own, Sheet } : null),
      () => {
        came(null)
        tellMissing()
      },
    )
  }
  return (
    <>
      <nav className={styles['bar']} aria-label="Snabbval">
        <BarLink to={startPage} icon={homeIcon} label="Hem" />
        {first && <BarLink to={pageAt(first.path)} {...first.bar} />}
        {reports.length > 0 && (
          <BarButton
            icon={reportIcon}
            label="Rapportera"
            busy={isBusy('report')}
            onClick={(event) => open('report', event)}
          />
        )}
        {others.map((entry) => (
          <BarLink key={entry.path} to={pageAt(entry.path)} {...entry.bar} />
        ))}
        <BarButton icon={menuIcon} label="Meny" busy={isBusy('menu')} onClick={(event) => open('menu', event)} />
      </nav>
      {asked?.Sheet && (
        <asked.Sheet which={asked.which} tapped={asked.tapped} reports={reports} onClose={() => setAsked(null)} />
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
      <span className={styles['label']}>{label}</span>
    </>
  )
}

function BarLink({ to, icon, label }: { to: string; icon: IconPath; label: string }) {
  return (
    <NavLink to={to} className={(active) => classes(styles['item'], active && styles['active'])}>
      <BarFace icon={icon} label={label} />
    </NavLink>
  )
}

interface BarButtonProps {
  icon: IconPath
  label: string
  /** Whether the sheet that the button opens has not come yet. */
  busy: boolean
  onClick: (event: MouseEvent) => void
}

function BarButton({ icon, label, busy, onClick }: BarButtonProps) {
  return (
    <button
      type="button"
      className={styles['item']}
      aria-haspopup="dialog"
      aria-busy={busy || undefined}
      onClick={onClick}
    >
      <BarFace icon={icon} label={label} />
    </button>
  )
}
