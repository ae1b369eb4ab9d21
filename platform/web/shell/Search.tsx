import { useStore } from '../page/use-store.ts'
import { openedSearch } from './search.ts'

/** The search, which an area brings, while it is open. */
export function Search() {
  const Opened = useStore(openedSearch)
  return Opened && <Opened onClose={() => openedSearch.set(null)} />
}
