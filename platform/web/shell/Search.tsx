import { useStore } from '../page/use-store.ts'
import { openedSearch } from './search.ts'

/** The search, which one of the areas provides, while it is open. */
export function Search() {
  const opened = useStore(openedSearch)
  return opened && <opened.Search onClose={() => openedSearch.set(null)} />
}
