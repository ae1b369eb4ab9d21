import { officeAt } from '#platform/contract/office-pages.ts'
import { Loaded } from '../calls/Loaded.tsx'
import { useCall } from '../calls/query.ts'
import { useTitle } from '../shell/Screens.tsx'
import { classes } from '../ui/class-names.ts'
import { entryIcons } from '../ui/entry-icons.ts'
import { okIcon, warningIcon } from '../ui/icons.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { OfficeScreen } from './area.ts'
import { countOf } from './count.ts'
import styles from './Office.module.css'

/** The waiting cases of each queue that the employee may open. */
export function Overview({ screens }: { screens: readonly OfficeScreen[] }) {
  useTitle('Kontoret')
  const queues = screens.flatMap(({ counts, ...screen }) => (counts ? [{ ...screen, counts }] : []))
  const others = screens.filter(({ counts }) => !counts)
  return (
    <>
      <PageHeader title="Kontoret" lead="Det som väntar på dig och dina kollegor." />
      {queues.length === 0 && (
        <EmptyState icon={okIcon} title="Inga ärenden väntar på dig">
          Din roll har inga köer. Det du får se finns här under.
        </EmptyState>
      )}
      <ul className={styles['cards']}>
        {queues.map(({ path, title, icon, counts }) => (
          <li key={path} className={styles['card']}>
            <h2>
              <Link to={officeAt(path)}>
                <Icon path={entryIcons[icon]} size={20} />
                {title}
              </Link>
            </h2>
            <Views path={path} counts={counts} />
          </li>
        ))}
      </ul>
      {queues.length === 0 && (
        <ul className={styles['others']}>
          {others.map(({ path, title, icon }) => (
            <li key={path}>
              <Link to={officeAt(path)} className={styles['place']}>
                <Icon path={entryIcons[icon]} size={20} />
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Whether a view shows late or dangerous cases. Every queue has the same keys for these views. */
const isAlarm = (view: string, { count }: { count: number }) => count > 0 && ['forsenade', 'markta'].includes(view)

function Views({ path, counts }: { path: string; counts: NonNullable<OfficeScreen['counts']> }) {
  const load = useCall(counts, undefined)
  return (
    <Loaded of={load} skeleton={<Skeleton shape="rows" lines={7} />}>
      {(views) => (
        <ul className={styles['views']}>
          {views.map(({ view, label, ...counted }) => (
            <li key={view}>
              <Link to={`${officeAt(path)}?vy=${view}`}>
                <span className={classes(isAlarm(view, counted) && styles['alarm'])}>
                  {isAlarm(view, counted) && <Icon path={warningIcon} size={16} />}
                  {label}
                </span>
                <b className={classes(counted.count === 0 && styles['none'])}>{countOf(counted)}</b>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
