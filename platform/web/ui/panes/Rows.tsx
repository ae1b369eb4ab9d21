import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { classes } from '../class-names.ts'
import { Link, type LinkProps } from '../Link.tsx'
import styles from './Panes.module.css'

const marked = '[data-row]'

interface RowLinkProps extends LinkProps {
  id: string
  /** Whether a click anywhere in the row counts as a click on the link. */
  covers?: boolean
}

/** The link that opens a row beside its list. */
export function RowLink({ id, covers, className, ...link }: RowLinkProps) {
  return <Link {...link} className={classes(styles[covers ? 'cover' : 'row'], className)} data-row={id} />
}

/** The link of a row. Finds it whatever characters the id contains. */
export const rowLink = (within: Element, id: string): HTMLElement | undefined =>
  linksIn(within).find((link) => link.dataset['row'] === id)

const linksIn = (within: Element) => [...within.querySelectorAll<HTMLElement>(marked)]

/**
 * A list or table of rows that open by links. The arrow keys, Home and End move between the links, and a click anywhere in a table's row
 * clicks its link. Tab still visits each link.
 */
export function Rows({ children }: { children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the links in it are what is focused and clicked
    <div className={styles['rows']} onKeyDown={moveFocus} onClick={openRow}>
      {children}
    </div>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const links = linksIn(event.currentTarget)
  const at = links.indexOf(event.target as HTMLElement)
  if (at < 0) return
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  links[next]?.focus()
}

function openRow(event: MouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement
  // Text may be selected in a row without opening it.
  if (event.defaultPrevented || target.closest('a, button') || getSelection()?.isCollapsed === false) return
  target.closest('tbody tr')?.querySelector<HTMLElement>(marked)?.click()
}
