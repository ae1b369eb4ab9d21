import { clockOf } from '#platform/contract/wall-clock.ts'
import { classes } from '#platform/web/ui/class-names.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { refreshIcon } from '#platform/web/ui/icons.ts'
import { LineBadge } from '#platform/web/ui/LineBadge.tsx'
import type { ScheduleRow } from '../contract.ts'
import styles from './DutyOfDay.module.css'

/** What fits beside the number in a cell of the grid. */
const FEW = 2

/** A duty's times, number and lines; `narrow` shows a few lines, in smaller letters. */
export function DutyOfDay({ row, narrow = false }: { row: ScheduleRow; narrow?: boolean }) {
  const lines = narrow ? row.linjer.slice(0, FEW) : row.linjer
  const more = row.linjer.length - lines.length
  return (
    <span className={styles['duty']}>
      <span className={styles['times']}>
        {clockOf(row.starttid, row.datum)}–{clockOf(row.sluttid, row.datum)}
      </span>
      <span className={classes(styles['what'], narrow && styles['narrow'])}>
        {row.tjanst}
        {lines.map((line) => (
          <LineBadge key={line.namn} line={line} decorative />
        ))}
        {more > 0 && `+${more}`}
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
