import type { ReactNode } from 'react'
import styles from './Card.module.css'
import { classes } from './class-names.ts'
import { Icon } from './Icon.tsx'
import type { IconPath } from './icons.ts'

interface CardProps {
  /** The card's heading; without one the card is a plain surface. */
  title?: string
  icon?: IconPath
  /** Next to the heading: a state, a link. */
  aside?: ReactNode
  /** `lead`: the main subject of the screen. */
  tone?: 'plain' | 'lead'
  /** Buttons along the bottom. */
  actions?: ReactNode
  /** No padding at the sides: for tables and lists that have their own. */
  flush?: boolean
  children?: ReactNode
}

/** A surface with one subject. */
export function Card({ title, icon, aside, tone = 'plain', actions, flush, children }: CardProps) {
  const Surface = title ? 'section' : 'div'
  return (
    <Surface
      className={classes(styles['card'], tone === 'lead' && styles['lead'], flush && styles['flush'])}
      aria-label={title}
    >
      {(title || aside) && (
        <div className={styles['head']}>
          {icon && <Icon path={icon} size={20} className={styles['icon']} />}
          {title && <h2 className={styles['title']}>{title}</h2>}
          {aside && <div className={styles['aside']}>{aside}</div>}
        </div>
      )}
      {children}
      {actions && <div className={styles['actions']}>{actions}</div>}
    </Surface>
  )
}
