import { useState } from 'react'

/**
 * Whether a list has buttons that turn its pages. While another page is loaded it is as before, because the button that was pressed would
 * otherwise disappear, and the focus with it.
 */
export function useHasPages(has: boolean, isPassing: boolean): boolean {
  const [had, setHad] = useState(has)
  if (!isPassing && had !== has) setHad(has)
  return has || (isPassing && had)
}
