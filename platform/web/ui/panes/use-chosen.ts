import { openParameter } from '#platform/contract/pages.ts'
import { useLocation, useSearchParams } from 'react-router'

interface Chosen {
  /** What is open beside the list; null if nothing is. */
  readonly chosen: string | null
  /** The address of the same screen with another one open, or with none. */
  readonly to: (id: string | null) => string
}

/** What is open beside a list is in the address, `?visa=A-103`: Back, a reload and a sent link lead to it. */
export function useChosen(name = openParameter): Chosen {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  return {
    chosen: search.get(name),
    to: (id) => {
      // One thing is open at a time: of the rest of the address only the page stays.
      const page = search.get('sida')
      const next = new URLSearchParams({ ...(page !== null && { sida: page }), ...(id !== null && { [name]: id }) })
      return next.size > 0 ? `${pathname}?${next.toString()}` : pathname
    },
  }
}

/** The page of a list by the address, `?sida=3`, counted from 0; another page closes what is open. `most`: the last that the server takes. */
export function usePage(most = 9_999): readonly [page: number, goTo: (page: number) => void] {
  const [search, setSearch] = useSearchParams()
  const page = Math.max(0, Math.min((Number.parseInt(search.get('sida') ?? '1', 10) || 1) - 1, most))
  const goTo = (next: number) => {
    if (next !== page) setSearch(next === 0 ? {} : { sida: String(next + 1) })
  }
  return [page, goTo]
}
