import { type RefObject, useEffect, useRef } from 'react'
import { focusHeading } from '../page-focus.ts'
import { rowLink } from './Rows.tsx'

/**
 * Moves the focus to an opened item, and back to its row when the item has been closed, or to the heading if the list does not have the row
 * any longer. Does nothing for an item that the screen opens with, and leaves the focus where it is if something else closed the item, such
 * as a filter of the list.
 */
export function useFocusOf(within: RefObject<HTMLElement | null>, chosen: string | null): void {
  const last = useRef(chosen)
  useEffect(() => {
    const before = last.current
    last.current = chosen
    if (before === chosen || !within.current) return
    if (chosen !== null) {
      rowLink(within.current, chosen)?.scrollIntoView({ block: 'nearest' })
      within.current.querySelector<HTMLElement>('[data-pane-title]')?.focus({ preventScroll: true })
    } else if (before !== null && isFocusLost()) {
      rowLink(within.current, before)?.focus()
      focusHeading()
    }
  }, [chosen, within])
}

/** A new page has given it to its heading by then. */
const isFocusLost = () => document.activeElement === document.body || document.activeElement?.matches('h1')
