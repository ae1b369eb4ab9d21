import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { pageAt } from '#platform/contract/pages.ts'
import { addDays, type YearMonth, weekdayOf } from '#platform/contract/wall-clock.ts'
import { useGate } from '#platform/web/calls/profile.ts'
import { classes } from '#platform/web/ui/class-names.ts'
import { Link } from '#platform/web/ui/Link.tsx'
import { Changed, DutyOfDay } from './DutyOfDay.tsx'
import { type Day, spokenDay, weeksOf } from './month.ts'
import { Spoken } from './Spoken.tsx'
import styles from './MonthGrid.module.css'

interface MonthGridProps {
  month: YearMonth
  label: string
  days: readonly Day[]
  today: string
  /** The day that gets the focus when the keyboard enters the grid. */
  chosen: string
  loading: boolean
  /** The day that the keyboard has reached from another month; it gets the focus. */
  arrived: string | null
  /** Called when the keyboard leaves the month, with the day in the other month. */
  onLeave: (date: string) => void
}

const focusDay = (table: HTMLElement | null, date: string) =>
  table?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus()

const monday = '2026-11-02'
const weekdays = Array.from({ length: 7 }, (_, day) => weekdayOf(addDays(monday, day)))

/** How many days a key moves, given the days since Monday. */
const steps: Readonly<Record<string, (dayOfWeek: number) => number>> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: () => -7,
  ArrowDown: () => 7,
  Home: (dayOfWeek) => -dayOfWeek,
  End: (dayOfWeek) => 6 - dayOfWeek,
}

/** A month in weeks, Monday to Sunday. It is one tab stop; the arrow keys move between days, also into the months before and after. */
export function MonthGrid(props: MonthGridProps) {
  const { month, label, days, today, chosen, loading, arrived, onLeave } = props
  const table = useRef<HTMLTableElement>(null)
  const [entered, setEntered] = useState(chosen)
  const byDate = new Map(days.map((day) => [day.date, day]))
  const stop = byDate.has(entered) ? entered : chosen

  useEffect(() => {
    if (!loading && arrived !== null) focusDay(table.current, arrived)
  }, [loading, arrived])

  const onKey = (event: KeyboardEvent) => {
    const date = (event.target as HTMLElement).dataset['date']
    if (!date || event.altKey || event.ctrlKey || event.metaKey) return
    const step = steps[event.key]?.(weekdays.indexOf(weekdayOf(date)))
    if (step === undefined) return
    event.preventDefault()
    const next = addDays(date, step)
    if (!byDate.has(next)) return onLeave(next)
    setEntered(next)
    focusDay(table.current, next)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-element-to-interactive-role -- the pattern of a grid: https://www.w3.org/WAI/ARIA/apg/patterns/grid/
    <table ref={table} role="grid" className={styles['grid']} aria-label={label} aria-busy={loading} onKeyDown={onKey}>
      <thead>
        <tr>
          <th scope="col" className={styles['weekHead']}>
            v.
          </th>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col" abbr={weekday}>
              {weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.number}>
            <th scope="row" className={styles['week']} aria-label={`Vecka ${week.number}`}>
              {week.number}
            </th>
            {week.days.map((date, at) => {
              const day = date === null ? undefined : byDate.get(date)
              return day ? (
                <td key={date} className={styles['cell']}>
                  <DayCell day={day} today={today} tabIndex={day.date === stop ? 0 : -1} />
                </td>
              ) : (
                // oxlint-disable-next-line react/no-array-index-key, jsx-a11y/control-has-associated-label -- the days outside the month
                <td key={at} />
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DayCell({ day, today, tabIndex }: { day: Day; today: string; tabIndex: number }) {
  const passes = useGate()
  const { date, duties, holiday, state, changed } = day
  const attributes = {
    tabIndex,
    'data-date': date,
    'aria-current': date === today ? ('date' as const) : undefined,
    className: classes(
      styles['day'],
      state === 'off' && styles['off'],
      state === 'unpublished' && styles['unpublished'],
      date < today && styles['past'],
      date === today && styles['today'],
    ),
  }
  const inside = (
    <Spoken words={spokenDay(day, today)}>
      <span className={styles['head']}>
        <span className={styles['number']}>{Number(date.slice(8))}</span>
        {date === today && <span className={styles['now']}>i dag</span>}
        {holiday && <span className={styles['holiday']}>{holiday}</span>}
      </span>
      {duties.map((row) => (
        <span key={row.passId} className={styles['chip']}>
          <DutyOfDay row={row} narrow />
        </span>
      ))}
      {state === 'off' && <span className={styles['word']}>Ledig</span>}
      {changed && <Changed />}
    </Spoken>
  )
  return passes({ anyOf: ['MinaUppdragEnabled'] }) ? (
    <Link to={`${pageAt('minauppdrag')}?datum=${date}`} {...attributes}>
      {inside}
    </Link>
  ) : (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- a cell of a grid takes the focus
    <div role="group" {...attributes}>
      {inside}
    </div>
  )
}
