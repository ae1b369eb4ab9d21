import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './Dropdown.module.css'
import { Icon } from './Icon.tsx'
import { chevronDownIcon, type IconPath } from './icons.ts'

interface DropdownProps {
  label: string
  icon?: IconPath
  /** Rendered only while open; `close` is for items that navigate. */
  children: (close: () => void) => ReactNode
}

/**
 * A button that shows a panel of links or choices. Escape closes the panel and returns the focus. A click outside and leaving with Tab
 * also close it.
 */
export function Dropdown({ label, icon, children }: DropdownProps) {
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const close = () => setOpen(false)

  useEffect(() => {
    if (!open) return
    const onPointer = (event: PointerEvent) => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])

  return (
    <div
      ref={frame}
      className={styles['frame']}
      onBlur={(event) => {
        if (event.relatedTarget && !frame.current?.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles['button']}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
      >
        {icon && <Icon path={icon} size={20} />}
        {label}
        <Icon path={chevronDownIcon} size={16} className={styles['chevron']} />
      </button>
      {open && (
        <div id={panelId} className={styles['panel']}>
          {children(close)}
        </div>
      )}
    </div>
  )
}
