import { openParameter } from '#platform/contract/pages.ts'
import { useLocation, useSearchParams } from 'react-router'
import { withQuery } from './with-query.ts'

interface Chosen {
  /** The id of the item that is open beside the list. Null if none is. */
  readonly chosen: string | null
  /** The address of the same screen with another item open, or with none. */
  readonly to: (id: string | null) => string
}

/** The open item's id is in the address, `?visa=A-103`, so that Back, a reload and a shared link lead to it. */
export function useChosen(name = openParameter): Chosen {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  return {
    chosen: search.get(name),
    to: (id) => {
      // Only one item is open at a time. Of the other parameters only the page is kept.
      const page = search.get('sida')
      const next = new URLSearchParams({ ...(page !== null && { sida: page }), ...(id !== null && { [name]: id }) })
      return withQuery(pathname, next)
    },
  }
}

/**
 * The page of a list, from the address `?sida=3`, counted from 0. Going to another page closes the open item. `most`: the last page that
 * the server accepts.
 */
export function usePage(most = 9_999): readonly [page: number, goTo: (page: number) => void] {
  const [search, setSearch] = useSearchParams()
  const page = Math.max(0, Math.min((Number.parseInt(search.get('sida') ?? '1', 10) || 1) - 1, most))
  const goTo = (next: number) => {
    if (next !== page) setSearch(next === 0 ? {} : { sida: String(next + 1) })
  }
  return [page, goTo]
}
