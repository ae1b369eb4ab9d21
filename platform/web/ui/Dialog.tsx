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
  /** Whether 'Avbryt' stands before the actions: where one of them changes something. */
  cancel?: boolean
  /** As wide as a form or a table needs. */
  broad?: boolean
  /** At the top of a wide screen, from where it grows with what comes. */
  atTop?: boolean
  children: ReactNode
}

const reachedByTab = 'a[href], button, input, select, textarea, [tabindex="0"]'

/** True while the content is higher than its frame and holds nothing that Tab reaches: a keyboard could not scroll it in Safari. */
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
 * A modal; on phones a sheet from below, within reach of the thumb. Render it while it is open. The browser keeps the focus inside
 * and returns it; Escape, the cross and a click outside close it.
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
      // The browser chooses the first control, which is the cross: the title says where one is, and opens no keyboard on a phone.
      heading.current?.focus()
    }
    // Closed before it is removed: only then does the browser return the focus.
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
        // A text that is marked to beyond the edge ends on the backdrop, and is a click there.
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
