import { type ReactNode, useEffect, useState } from 'react'
import { IconButton } from './Button.tsx'
import { classes } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { closeIcon, failedIcon, infoIcon, okIcon, warningIcon } from './icons.ts'
import styles from './Notice.module.css'

/** `calm`: something is unavailable, which is no reason to worry. */
type NoticeKind = 'info' | 'success' | 'warning' | 'error' | 'calm'

const icons = { info: infoIcon, success: okIcon, warning: warningIcon, error: failedIcon, calm: infoIcon }

interface NoticeProps {
  kind: NoticeKind
  title?: ReactNode
  children?: ReactNode
  /** A button with which the employee can act on the message. */
  action?: ReactNode
  onDismiss?: () => void
  /** False if it is already inside a live region. */
  live?: boolean
}

/**
 * The time until a browser has registered an empty region, in milliseconds. Several screen readers ignore a status that is inserted
 * together with its text.
 */
const EMPTY_MS = 100

/** A message in the flow of the page. Errors interrupt a screen reader, others do not. */
export function Notice({ kind, title, children, action, onDismiss, live = true }: NoticeProps) {
  const interrupts = kind === 'error' || kind === 'calm'
  const [stands, setStands] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStands(true), EMPTY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div
      // Its space is reserved from the beginning, so that nothing moves when its text is inserted.
      className={classes(
        styles['notice'],
        styles[kind],
        live && !interrupts && !stands && styles['empty'],
        kind === 'success' && stands && 'arrives',
      )}
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
