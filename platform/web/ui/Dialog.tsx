import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button, IconButton } from './Button.tsx'
import { classes } from './class-names.ts'
import styles from './Dialog.module.css'
import { closeIcon } from './icons.ts'
import { LiveRegion } from './LiveRegion.tsx'
import { Unbroken } from './Unbroken.tsx'

interface DialogProps {
  title: string
  onClose: () => void
  /** Buttons along the bottom, always visible. */
  actions?: ReactNode
  /** Whether 'Avbryt' comes before the actions. Set it if one of them changes something. */
  cancel?: boolean
  /** As wide as a form or a table needs. */
  broad?: boolean
  /** At the top of a wide screen, where the dialog grows downwards with its content. */
  atTop?: boolean
  children: ReactNode
}

const reachedByTab = 'a[href], button, input, select, textarea, [tabindex="0"]'

/** True while the content is higher than its frame and has no element that Tab reaches. Safari would then not let a keyboard scroll it. */
function useScrollsAlone(frame: RefObject<HTMLElement | null>) {
  const [scrollsAlone, setScrollsAlone] = useState(false)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const watch = new ResizeObserver(() =>
      setScrollsAlone(element.scrollHeight > element.clientHeight && !element.querySelector(reachedByTab)),
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [frame])
  return scrollsAlone
}

/**
 * A modal dialog. On phones it is a sheet from below, within reach of the thumb. Render it while it is open. The browser keeps the focus
 * inside and returns it. Escape, the cross and a click outside close it.
 */
export function Dialog({ title, onClose, actions, cancel, broad, atTop, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const pressedInside = useRef(false)
  const scrollsAlone = useScrollsAlone(body)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) {
      element.showModal()
      // The browser would focus the first control, which is the cross. The title tells screen readers which dialog this is, and opens no
      // keyboard on a phone.
      heading.current?.focus()
    }
    // The browser returns the focus only if the dialog is closed before it is removed.
    return () => element?.close()
  }, [])

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the click is the backdrop's; Escape does the same
    <dialog
      ref={dialog}
      className={classes(styles['dialog'], broad && styles['broad'], atTop && styles['atTop'])}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        pressedInside.current = event.target !== dialog.current
      }}
      onClick={(event) => {
        // Selecting text beyond the edge ends with a click on the backdrop, which must not close the dialog.
        if (event.target === dialog.current && !pressedInside.current) onClose()
        pressedInside.current = false
      }}
    >
      <div className={styles['frame']}>
        <LiveRegion />
        <div className={styles['head']}>
          <h2 id={titleId} ref={heading} tabIndex={-1} className={styles['title']}>
            <Unbroken>{title}</Unbroken>
          </h2>
          <IconButton icon={closeIcon} label="Stäng" onClick={onClose} />
        </div>
        <div
          ref={body}
          className={styles['body']}
          {...(scrollsAlone && { role: 'group', 'aria-labelledby': titleId, tabIndex: 0 })}
        >
          {children}
        </div>
        {actions && (
          <div className={styles['actions']}>
            {cancel && <Button onClick={onClose}>Avbryt</Button>}
            {actions}
          </div>
        )}
      </div>
    </dialog>
  )
}
