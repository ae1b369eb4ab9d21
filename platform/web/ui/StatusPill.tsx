import type { ReactNode } from 'react'
import { classes } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { type IconPath, infoIcon, okIcon, pauseIcon, warningIcon, failedIcon } from './icons.ts'
import styles from './StatusPill.module.css'

export type Tone = 'green' | 'amber' | 'red' | 'blue' | 'neutral'

const icons: Record<Tone, IconPath> = {
  green: okIcon,
  amber: warningIcon,
  red: failedIcon,
  blue: infoIcon,
  neutral: pauseIcon,
}

/** A state: colour, icon and word together, never colour alone. */
export function StatusPill({ tone, icon, children }: { tone: Tone; icon?: IconPath; children: ReactNode }) {
  return (
    <span className={classes(styles['pill'], styles[tone])}>
      <Icon path={icon ?? icons[tone]} size={16} />
      {children}
    </span>
  )
}
