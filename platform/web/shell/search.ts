import type { ComponentType } from 'react'
import { createStore } from '../page/watch.ts'
import { addNotice } from '../wire/notices.ts'
import type { LoadSearch, SearchProps, WebArea } from './area.ts'

/**
 * The storage key that is set if / must not open the search: the key may disturb people who use speech input or press keys by
 * mistake (WCAG 2.1.4).
 */
export const slashOffKey = 'linjen.no-slash'

/** The search, while it is open. */
export const openedSearch = createStore<{ readonly Search: ComponentType<SearchProps> } | null>(null)

export const searchOf = (areas: readonly WebArea[]): LoadSearch | undefined =>
  areas.find(({ search }) => search)?.search

export function openSearch(load: LoadSearch): void {
  load().then(
    ({ default: Search }) => openedSearch.set({ Search }),
    () => addNotice('Sökningen kunde inte öppnas. Försök igen.'),
  )
}
