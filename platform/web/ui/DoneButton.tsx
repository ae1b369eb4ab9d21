import { useId, useRef } from 'react'
import { Button, type ButtonKind } from './Button.tsx'
import styles from './DoneButton.module.css'
import { checkIcon } from './icons.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface DoneButtonProps {
  done: boolean
  busy: boolean
  disabled: boolean
  /** The label while it is not done. */
  todo: string
  /** The label once done; a click then undoes it. */
  said: string
  /** When it was done: '04:31'. */
  at?: string | null
  kind: ButtonKind
  onClick: () => void
}

/**
 * A button for an action that can be undone. When done it becomes a line with a tick, the time and 'Ångra': another shape, not only
 * another colour.
 */
export function DoneButton({ done, busy, disabled, todo, said, at, kind, onClick }: DoneButtonProps) {
  const hintId = useId()
  const main = useRef<HTMLButtonElement>(null)
  // 'Ångra' disappears when it is used, so the main button gets the focus.
  const undo = () => {
    main.current?.focus()
    onClick()
  }
  const open = done && !disabled && !busy
  return (
    <div className={done ? styles['done'] : styles['todo']}>
      {/* The same element in both states, so that it keeps the focus. */}
      <Button
        ref={main}
        kind={done ? 'success' : kind}
        icon={done ? checkIcon : undefined}
        wide={!done}
        disabled={disabled}
        busy={busy}
        aria-describedby={open ? hintId : undefined}
        onClick={onClick}
      >
        {busy ? 'Sparar..' : done ? said : todo}
      </Button>
      {done && !busy && at && <span className={styles['at']}>{at}</span>}
      {open && (
        <>
          <span className={styles['undo']}>
            <Button kind="quiet" onClick={undo}>
              Ångra
            </Button>
          </span>
          <VisuallyHidden>
            <span id={hintId}>Tryck igen för att ångra</span>
          </VisuallyHidden>
        </>
      )}
    </div>
  )
}
