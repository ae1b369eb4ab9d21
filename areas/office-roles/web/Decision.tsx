import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/Button.tsx'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import styles from './RoleForm.module.css'

interface DecisionProps {
  /** The subject of the decision, for a screen reader: 'Granskare för Anna Lindgren'. */
  about: string
  /** Whether the signed-in employee may decide. */
  allowed: boolean
  busy: boolean
  onDecide: (approved: boolean) => void
  children: ReactNode
}

/** A request that waits for a second person, with the buttons that approve and refuse it. */
export function Decision({ about, allowed, busy, onDecide, children }: DecisionProps) {
  return (
    <div className={styles['row']}>
      <div className={styles['words']}>{children}</div>
      {allowed ? (
        <span className={styles['buttons']}>
          <Button ref={passFocus} kind="primary" busy={busy} onClick={() => onDecide(true)}>
            Godkänn<VisuallyHidden> {about}</VisuallyHidden>
          </Button>
          <Button ref={passFocus} kind="secondary" busy={busy} onClick={() => onDecide(false)}>
            Avslå<VisuallyHidden> {about}</VisuallyHidden>
          </Button>
        </span>
      ) : (
        <p>Någon annan måste besluta.</p>
      )}
    </div>
  )
}
