import { useSearchParams } from 'react-router'
import { addDays, isYearInRange, type YearMonth, yearMonthOf } from '#platform/contract/wall-clock.ts'
import { useToday } from '#platform/web/page/now.ts'
import { useOpeningMonth } from './use-opening-month.ts'

export type View = 'manad' | 'lista'

export interface Shown {
  readonly view: View
  /** The chosen day, otherwise the one that the screen opens with. */
  readonly date: string
  readonly month: YearMonth
  /** Whether the employee has chosen the day. */
  readonly chosen: boolean
  /** Shows a day; with null, the one that the screen opens with. */
  show: (date: string | null) => void
  choose: (view: View) => void
}

/** The day and the view in the address, so that Back from a day's assignments returns to them. */
export function useShownDay(): Shown {
  const [search, setSearch] = useSearchParams()
  const today = useToday()
  const opening = useOpeningMonth()
  const asked = search.get('datum')
  const chosen = asked !== null && isDate(asked) && isYearInRange(Number(asked.slice(0, 4)), today)
  // On the first of a month the screen may open on the previous month, whose last duty began yesterday.
  const first = opening.month === yearMonthOf(today).month ? today : addDays(today, -1)
  const date = chosen ? asked : first
  const set = (name: string, value: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === null) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return {
    view: search.get('vy') === 'lista' ? 'lista' : 'manad',
    date,
    month: yearMonthOf(date),
    chosen,
    show: (day) => set('datum', day),
    choose: (view) => set('vy', view === 'lista' ? view : null),
  }
}

function isDate(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
