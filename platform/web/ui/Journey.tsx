import type { ReactNode } from 'react'
import { classes } from './class-names.ts'
import styles from './Journey.module.css'

interface Stop {
  /** `HH:mm` */
  readonly time: string
  readonly place: ReactNode
}

/** From here to there, as a line between two stops. `large` on the card that a screen is about. */
export function Journey({ from, to, large }: { from: Stop; to: Stop; large?: boolean }) {
  return (
    <ol className={classes(styles['journey'], large && styles['large'])}>
      {[from, to].map(({ time, place }, index) => (
        <li key={index === 0 ? 'from' : 'to'} className={styles['stop']}>
          <time className={styles['time']}>{time}</time>
          <span className={styles['place']}>{place}</span>
        </li>
      ))}
    </ol>
  )
}
