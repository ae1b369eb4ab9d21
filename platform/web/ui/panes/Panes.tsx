import { type ReactNode, useEffect, useEffectEvent, useId } from 'react'
import { useNavigate } from 'react-router'
import { IconButton } from '../Button.tsx'
import { classes } from '../class-names.ts'
import { closeIcon } from '../icons.ts'
import styles from './Panes.module.css'
import { RowLink } from './Rows.tsx'

/** A list, and beside it the open item. `flows`: the item is as long as its content, and the list stays in view. */
export function Panes({ list, children, flows }: { list: ReactNode; children: ReactNode; flows?: boolean }) {
  return (
    <div className={classes(styles['panes'], flows && styles['flows'])}>
      <div className={styles['list']}>{list}</div>
      {children}
    </div>
  )
}

/** Closes the open item at Escape, unless Escape closes or clears something else: a dialog, a field. */
export function useEscape(close: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (document.querySelector('dialog[open]') || (event.target as Element).closest('input, textarea, select')) return
    close()
  })
  useEffect(() => {
    // Listens on the window, so that the element in which the key was pressed handles it first.
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

interface PaneProps {
  title: string
  /** The address of the list with nothing open. */
  closed: string
  children: ReactNode
}

/** The open item: a region named by its heading, which takes the focus when the item is opened. */
export function Pane({ title, closed, children }: PaneProps) {
  const titleId = useId()
  const navigate = useNavigate()
  const close = () => void navigate(closed)
  useEscape(close)
  useEffect(() => {
    const ofScreen = document.title
    document.title = `${title}, ${ofScreen}`
    return () => {
      document.title = ofScreen
    }
  }, [title])
  return (
    <section className={styles['pane']} aria-labelledby={titleId}>
      <div className={styles['head']}>
        <h2 id={titleId} className={styles['title']} tabIndex={-1} data-pane-title>
          {title}
        </h2>
        <IconButton icon={closeIcon} label="Stäng" onClick={close} />
      </div>
      <div className={styles['body']}>{children}</div>
    </section>
  )
}

/** A row of the list beside the open item: two lines of text and a state. */
export interface Line {
  readonly id: string
  readonly title: string
  readonly facts: string
  readonly aside?: ReactNode
}

interface LinesProps {
  /** The list's name. */
  label: string
  lines: readonly Line[]
  chosen: string
  to: (id: string) => string
}

export function Lines({ label, lines, chosen, to }: LinesProps) {
  return (
    <ul className={styles['lines']} aria-label={label}>
      {lines.map(({ id, title, facts, aside }) => (
        <li key={id} className={styles['line']}>
          <RowLink covers id={id} to={to(id)} aria-current={id === chosen ? 'true' : undefined}>
            <span className={styles['words']}>{title}</span>
          </RowLink>
          <span className={styles['facts']}>{facts}</span>
          {aside}
        </li>
      ))}
    </ul>
  )
}
