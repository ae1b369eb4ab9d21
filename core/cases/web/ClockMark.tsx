import { Icon } from '#platform/web/ui/Icon.tsx'
import { clockIcon, pauseIcon, warningIcon } from '#platform/web/ui/icons.ts'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { classes } from '#platform/web/ui/class-names.ts'
import type { Clock } from '../contract.ts'
import { clockWords } from './clock-words.ts'
import styles from './Queue.module.css'

const looks = {
  ok: { icon: clockIcon, look: styles['ok'] },
  soon: { icon: clockIcon, look: styles['soon'] },
  late: { icon: warningIcon, look: styles['late'] },
  paused: { icon: pauseIcon, look: styles['paused'] },
}

/** The time that is left, or how late the case is. */
export function ClockMark({ clock, whole }: { clock: NonNullable<Clock>; whole?: boolean }) {
  const { icon, look } = looks[clock.kind]
  return (
    <span className={classes(styles['clock'], look)}>
      <Icon path={icon} size={16} />
      {whole ? `${clock.what}: ` : <VisuallyHidden>{clock.what}: </VisuallyHidden>}
      {clockWords(clock)}
    </span>
  )
}
