import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { checkIcon } from './icons.ts'
import styles from './Steps.module.css'

interface StepsProps {
  /** The names of all steps, in order. */
  titles: readonly string[]
  /** The index of the open step. */
  current: number
  children: ReactNode
  /** The buttons: back, next, save. */
  actions: ReactNode
}

/** A long form, one step per screen, with its progress. The heading gets the focus when the step changes. */
export function Steps({ titles, current, children, actions }: StepsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [current])
  return (
    <div className={styles['steps']}>
      <ol className={styles['track']} aria-label="Steg">
        {titles.map((title, at) => (
          <li
            key={title}
            className={classes(styles['mark'], at < current && styles['done'], at === current && styles['here'])}
            aria-current={at === current ? 'step' : undefined}
          >
            <span className={styles['dot']} aria-hidden="true">
              {at < current ? <Icon path={checkIcon} size={16} /> : at + 1}
            </span>
            <span className={styles['name']}>{title}</span>
          </li>
        ))}
      </ol>
      <div>
        <p className={styles['count']}>
          Steg {current + 1} av {titles.length}
        </p>
        <h2 ref={heading} tabIndex={-1} className={styles['title']}>
          {titles[current]}
        </h2>
      </div>
      {children}
      <div className={styles['actions']}>{actions}</div>
    </div>
  )
}
