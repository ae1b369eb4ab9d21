import { useId } from 'react'
import { Button, type ButtonKind } from './Button.tsx'
import styles from './DoneButton.module.css'
import { checkIcon } from './icons.ts'

interface DoneButtonProps {
  done: boolean
  busy: boolean
  disabled: boolean
  /** The label while it is not done. */
  todo: string
  /** The label once done; a click then undoes it. */
  said: string
  kind: ButtonKind
  onClick: () => void
}

/** Does something, and can undo it. Once done it is outlined with a tick: a different shape, whatever the company's colour. */
export function DoneButton({ done, busy, disabled, todo, said, kind, onClick }: DoneButtonProps) {
  const hintId = useId()
  const hint = done && !disabled && !busy
  return (
    <div className={done ? styles['done'] : styles['todo']}>
      <Button
        kind={done ? 'success' : kind}
        icon={done ? checkIcon : undefined}
        wide={!done}
        disabled={disabled}
        busy={busy}
        aria-describedby={hint ? hintId : undefined}
        onClick={onClick}
      >
        {busy ? 'Sparar..' : done ? said : todo}
      </Button>
      {hint && (
        <span id={hintId} className={styles['hint']}>
          Tryck igen för att ångra
        </span>
      )}
    </div>
  )
}
