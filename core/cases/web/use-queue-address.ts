import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { officeAt } from '#platform/contract/office-pages.ts'
import { withQuery } from '#platform/web/ui/panes/with-query.ts'
import type { CaseQuery, Picked } from '../contract.ts'
import { type View, views } from '../rules.ts'

interface QueueAddress {
  readonly query: CaseQuery
  /** The number of the open case. */
  readonly open: string | null
  /** The address of the same list with another case open, or with none. */
  readonly to: (number: string | null) => string
  readonly goTo: (number: string | null) => void
  /** Shows another list. */
  readonly filter: (query: CaseQuery) => void
  /** Shows the page before in the place of this one. */
  readonly turnBack: () => void
}

/** A query without its page, its fields in a fixed order, so that two can be compared as text. */
export const pickedIn = ({ vy, status, om, sok }: CaseQuery): Picked =>
  Object.fromEntries(Object.entries({ vy, status, om, sok }).filter(([, value]) => Boolean(value)))

/** The same query as text. */
export const keyOfList = (query: CaseQuery): string => JSON.stringify(pickedIn(query))

/** The address of a queue's list. */
export const addressOf = (kind: string, query: Picked): string =>
  `${officeAt(kind)}?${new URLSearchParams(pickedIn(query)).toString()}`

/** What the screen shows is in its address, so that a view can be bookmarked, sent and opened again. */
export function useQueueAddress(): QueueAddress {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const text = (name: string) => search.get(name) ?? undefined
  const view = text('vy')
  const page = Number.parseInt(text('sida') ?? '', 10)
  const query: CaseQuery = {
    vy: views.find((each): each is View => each === view),
    status: text('status'),
    om: text('om'),
    sok: text('sok'),
    sida: page > 1 ? page - 1 : undefined,
  }
  const to = (number: string | null) => {
    const next = new URLSearchParams(search)
    if (number === null) next.delete('visa')
    else next.set('visa', number)
    return withQuery(pathname, next)
  }
  return {
    query,
    open: search.get('visa'),
    to,
    goTo: (number) => void navigate(to(number)),
    filter: ({ sida, ...rest }) => {
      const named = Object.entries({ ...rest, ...(sida && { sida: String(sida + 1) }) })
      setSearch(Object.fromEntries(named.filter((each): each is [string, string] => Boolean(each[1]))))
    },
    turnBack: () => {
      const next = new URLSearchParams(search)
      if (page > 2) next.set('sida', String(page - 1))
      else next.delete('sida')
      setSearch(next, { replace: true })
    },
  }
}
