import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { okIcon } from './icons.ts'
import styles from './ReceiptTitle.module.css'

/** The icon and heading of a receipt that replaces its form. The heading gets the focus, so that screen readers read it. */
export function ReceiptTitle({ icon = okIcon, children }: { icon?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <span className={classes('arrives', styles['mark'])}>
        <Icon path={icon} size={32} />
      </span>
      <h2 ref={heading} tabIndex={-1} className={styles['title']}>
        {children}
      </h2>
    </>
  )
}
