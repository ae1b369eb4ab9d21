import { readText } from '../page/stored.ts'
import type { LoadSearch } from './area.ts'
import { openSearch, slashOffKey } from './search.ts'

export const slashOpens = (): boolean => readText(slashOffKey) === null

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/**
 * Opens the search by / or Ctrl+K, but never while somebody types or a dialog is open. Returns the function that stops
 * listening.
 */
export function openSearchByKey(load: LoadSearch): () => void {
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    const control = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k'
    const slash = key === '/' && !ctrlKey && !metaKey && !altKey && slashOpens()
    if (event.defaultPrevented || (!control && !slash) || isField(target) || document.querySelector('dialog[open]'))
      return
    // Otherwise the slash would be typed into the field that opens.
    event.preventDefault()
    openSearch(load)
  }
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}
