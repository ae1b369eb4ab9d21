import { clockOf } from '#platform/contract/wall-clock.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { refreshIcon } from '#platform/web/ui/icons.ts'
import { LineBadge } from '#platform/web/ui/LineBadge.tsx'
import type { ScheduleRow } from '../contract.ts'
import styles from './DutyOfDay.module.css'

/** A duty's times, number and lines. */
export function DutyOfDay({ row }: { row: ScheduleRow }) {
  return (
    <span className={styles['duty']}>
      <span className={styles['times']}>
        {clockOf(row.starttid, row.datum)}–{clockOf(row.sluttid, row.datum)}
      </span>
      <span className={styles['what']}>
        {row.tjanst}
        {row.linjer.map((line) => (
          <LineBadge key={line.namn} line={line} decorative />
        ))}
      </span>
    </span>
  )
}

/** A day that looks different from the last time. */
export const Changed = () => (
  <span className={styles['changed']}>
    <Icon path={refreshIcon} size={16} />
    Ändrad
  </span>
)
