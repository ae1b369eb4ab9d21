import { pageAt, startPage } from '#platform/contract/pages.ts'
import { type ComponentType, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { NavLink } from '../ui/Link.tsx'
import { addNotice } from '../wire/notices.ts'
import { classes } from '../ui/class-names.ts'
import { Icon } from '../ui/Icon.tsx'
import { homeIcon, type IconPath, menuIcon, reportIcon } from '../ui/icons.ts'
import styles from './BottomBar.module.css'
import { fetchMenus } from './menus.ts'
import type { SheetProps } from './Menus.tsx'
import { useNavigation } from './use-navigation.ts'

/** What has been tapped and not opened yet. */
interface Asked extends Pick<SheetProps, 'which'> {
  /** The path of the screen. */
  from: string
}

/** The phone's menu, within reach of the thumb. Entries that do not exist or may not be seen are left out, and the others spread out. */
export function BottomBar() {
  const [sheet, setSheet] = useState<
    (Pick<SheetProps, 'which' | 'tapped'> & { Sheet: ComponentType<SheetProps> }) | null
  >(null)
  const { bar, reports } = useNavigation()
  const [first, ...others] = bar
  const here = useLocation().pathname
  const [asked, setAsked] = useState<Asked | null>(null)
  const last = useRef<Asked | null>(null)
  const isBusy = (which: SheetProps['which']) => asked?.which === which && asked.from === here
  // Loaded when the screen is idle, or earlier on a tap.
  const open = (which: SheetProps['which'], { clientX: x, clientY: y }: MouseEvent) => {
    const own = { which, from: location.pathname }
    last.current = own
    setAsked(own)
    /** Whoever has tapped something else meanwhile has not waited for it. */
    const came = (then: () => void) => {
      if (last.current !== own) return
      setAsked(null)
      if (own.from === location.pathname) then()
    }
    void fetchMenus().then(
      ({ Sheet }) => came(() => setSheet({ which, tapped: { x, y }, Sheet })),
      () =>
        came(() =>
          addNotice({ type: 'network', severity: 'warning', message: 'Menyn kunde inte öppnas. Försök igen.' }),
        ),
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
      {sheet && (
        <sheet.Sheet which={sheet.which} tapped={sheet.tapped} reports={reports} onClose={() => setSheet(null)} />
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
  /** What it opens has not come yet. */
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
