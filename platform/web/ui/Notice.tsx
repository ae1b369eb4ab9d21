import type { ReactNode } from 'react'
import { Button, IconButton } from './Button.tsx'
import { classes } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { closeIcon, failedIcon, infoIcon, okIcon, refreshIcon, warningIcon } from './icons.ts'
import styles from './Notice.module.css'

export type NoticeKind = 'info' | 'success' | 'warning' | 'error'

const icons = { info: infoIcon, success: okIcon, warning: warningIcon, error: failedIcon }

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

/** A message in the flow of the page. Errors interrupt a screen reader, the rest waits its turn. */
export function Notice({ kind, title, children, action, onDismiss, live = true }: NoticeProps) {
  return (
    <div
      className={classes(styles['notice'], styles[kind])}
      role={live ? (kind === 'error' ? 'alert' : 'status') : undefined}
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

/** A load that failed: the specified words, and a way out. */
export function Failed({ onRetry, children = 'Ett fel inträffade' }: { onRetry?: () => void; children?: ReactNode }) {
  return (
    <Notice
      kind="error"
      action={
        onRetry && (
          <Button icon={refreshIcon} onClick={onRetry}>
            Försök igen
          </Button>
        )
      }
    >
      {children}
    </Notice>
  )
}
