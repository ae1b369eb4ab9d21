import { type ReactNode, useEffect, useState } from 'react'
import { IconButton } from './Button.tsx'
import { classes } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { closeIcon, failedIcon, infoIcon, okIcon, warningIcon } from './icons.ts'
import styles from './Notice.module.css'

/** `calm`: something is not there, and nothing is to be feared. */
type NoticeKind = 'info' | 'success' | 'warning' | 'error' | 'calm'

const icons = { info: infoIcon, success: okIcon, warning: warningIcon, error: failedIcon, calm: infoIcon }

interface NoticeProps {
  kind: NoticeKind
  title?: string
  children?: ReactNode
  /** A button for what can be done about it. */
  action?: ReactNode
  onDismiss?: () => void
  /** Not a live region of its own: it stands in one. */
  live?: boolean
}

/** Until a browser has told of an empty region. A status that comes with its text is silent in several screen readers. */
const EMPTY_MS = 100

/** A message in the flow of the page. Errors interrupt a screen reader, the rest waits its turn. */
export function Notice({ kind, title, children, action, onDismiss, live = true }: NoticeProps) {
  const interrupts = kind === 'error' || kind === 'calm'
  const [stands, setStands] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStands(true), EMPTY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div
      // It has its place from the beginning, so that nothing moves when its text comes.
      className={classes(styles['notice'], styles[kind], live && !interrupts && !stands && styles['empty'])}
      role={live ? (interrupts ? 'alert' : 'status') : undefined}
    >
      <Icon path={icons[kind]} size={20} className={styles['icon']} />
      <div className={styles['text']}>
        {title && <strong>{title}</strong>}
        {children}
      </div>
      {action}
      {onDismiss && <IconButton icon={closeIcon} label="Stäng meddelandet" onClick={onDismiss} />}
    </div>
  )
}
