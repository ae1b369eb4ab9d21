import { type ReactNode, useEffect, useRef } from 'react'
import styles from './PageHeader.module.css'
import { takePageFocus } from './page-focus.ts'

interface PageHeaderProps {
  title: string
  /** A line under the heading. */
  lead?: ReactNode
  /** A line above the heading: a date, or the previous page. */
  over?: ReactNode
  actions?: ReactNode
}

/** The screen's only h1. It gets the focus after a navigation from another screen. */
export function PageHeader({ title, lead, over, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => takePageFocus(heading.current), [])
  return (
    <div className={styles['header']}>
      <div className={styles['words']}>
        {over && <p className={styles['over']}>{over}</p>}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className={styles['lead']}>{lead}</p>}
      </div>
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}
