import { clockText } from '#platform/web/page/clock-text.ts'
import { classes } from '#platform/web/ui/class-names.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { refreshIcon } from '#platform/web/ui/icons.ts'
import { LineBadge } from '#platform/web/ui/LineBadge.tsx'
import type { ScheduleRow } from '../contract.ts'
import { Clock } from './Clock.tsx'
import styles from './DutyOfDay.module.css'

/** A duty's times, number and lines; `narrow` shows as many lines as fit beside the number, in smaller letters. */
export function DutyOfDay({ row, narrow = false }: { row: ScheduleRow; narrow?: boolean }) {
  const { datum, starttid, sluttid, startForskjutning, slutForskjutning } = row
  return (
    <span className={styles['duty']}>
      <span className={styles['times']}>
        <Clock at={starttid} text={clockText(starttid, startForskjutning, datum)} />–
        <Clock at={sluttid} text={clockText(sluttid, slutForskjutning, datum)} />
      </span>
      <span className={classes(styles['what'], narrow && styles['narrow'])}>
        <span className={styles['run']}>{row.tjanst}</span>
        {narrow ? <FewLines lines={row.linjer} /> : row.linjer.map((line) => <LineBadge key={line.namn} line={line} />)}
      </span>
    </span>
  )
}

/** The first lines and the count of the others: two lines beside the number where there is room, one in a narrow cell. */
function FewLines({ lines: [first, second, ...others] }: { lines: ScheduleRow['linjer'] }) {
  return (
    <>
      {first && <LineBadge line={first} />}
      {second && (
        <>
          <span className={styles['roomy']}>
            <LineBadge line={second} />
            {others.length > 0 && `${others.length} till`}
          </span>
          <span className={styles['tight']}>+{others.length + 1}</span>
        </>
      )}
    </>
  )
}

/** Marks a day that has changed since this phone last showed it. */
export const Changed = () => (
  <span className={styles['changed']}>
    <Icon path={refreshIcon} size={16} />
    Ändrad
  </span>
)
