import { pageAt, startPage } from '#platform/contract/pages.ts'
import { type ComponentType, type MouseEvent, type ReactNode, useState } from 'react'
import { NavLink } from '../ui/Link.tsx'
import { addNotice } from '../wire/notices.ts'
import { classes } from '../ui/class-names.ts'
import { Icon } from '../ui/Icon.tsx'
import { homeIcon, type IconPath, menuIcon, reportIcon } from '../ui/icons.ts'
import styles from './BottomBar.module.css'
import { fetchMenus } from './menus.ts'
import type { SheetProps } from './Menus.tsx'
import { useNavigation } from './use-navigation.ts'

/** The phone's menu, within reach of the thumb. Entries that do not exist or may not be seen are left out, and the others spread out. */
export function BottomBar() {
  const [sheet, setSheet] = useState<
    (Pick<SheetProps, 'which' | 'tapped'> & { Sheet: ComponentType<SheetProps> }) | null
  >(null)
  const { bar, reports } = useNavigation()
  const [first, ...others] = bar
  // Loaded when the screen is idle, or earlier on a tap.
  const open = (which: SheetProps['which'], { clientX: x, clientY: y }: MouseEvent) =>
    void fetchMenus().then(
      ({ Sheet }) => setSheet({ which, tapped: { x, y }, Sheet }),
      () => addNotice({ type: 'network', severity: 'warning', message: 'Menyn kunde inte öppnas. Försök igen.' }),
    )
  return (
    <>
      <nav className={styles['bar']} aria-label="Snabbval">
        <BarLink to={startPage} icon={homeIcon} label="Hem" />
        {first && <BarLink to={pageAt(first.path)} {...first.bar} />}
        {reports.length > 0 && (
          <BarButton icon={reportIcon} label="Rapportera" onClick={(event) => open('report', event)} />
        )}
        {others.map((entry) => (
          <BarLink key={entry.path} to={pageAt(entry.path)} {...entry.bar} />
        ))}
        <BarButton icon={menuIcon} label="Meny" onClick={(event) => open('menu', event)} />
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

function BarButton({ icon, label, onClick }: { icon: IconPath; label: string; onClick: (event: MouseEvent) => void }) {
  return (
    <button type="button" className={styles['item']} aria-haspopup="dialog" onClick={onClick}>
      <BarFace icon={icon} label={label} />
    </button>
  )
}
