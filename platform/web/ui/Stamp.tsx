import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { useWallClock } from '../now.ts'
import { variant } from '../variant.ts'
import { classes } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { clockIcon, warningIcon } from './icons.ts'
import { isOld, stampText } from './stamp-text.ts'
import styles from './Stamp.module.css'

/** Of when something is that could not be fetched anew: 'Uppdaterad 05:12', marked when it is old. */
export function Stamp({ at }: { at: number }) {
  const now = useWallClock()
  const then = wallClockIn(variant.timeZone, new Date(at))
  const old = isOld(then, now)
  return (
    <p className={classes(styles['stamp'], old && styles['old'])}>
      <Icon path={old ? warningIcon : clockIcon} size={16} />
      {stampText(then, now)}
    </p>
  )
}
