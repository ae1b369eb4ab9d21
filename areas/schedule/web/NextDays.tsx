import { monthNames, yearMonthOf } from '#platform/contract/wall-clock.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { getSchedule, getScheduleDays } from '../calls.ts'
import { DayList } from './DayList.tsx'
import { calendarOf } from './month.ts'
import styles from './NextDays.module.css'
import { useChanges } from './seen.ts'

interface NextDaysProps {
  /** The first day of the month that comes next. */
  from: string
  /** The last day to show. */
  until: string
  today: string
}

/** The first days of the month after the shown one, as far as they are published. */
export function NextDays({ from, until, today }: NextDaysProps) {
  const month = yearMonthOf(from)
  const { data: rows } = useCall(getSchedule, month)
  const { data: known } = useCall(getScheduleDays, month)
  const changed = useChanges({ month, rows, till: known?.publicerat?.till, until }, today)
  const days = calendarOf(month, { rows, days: known, changed }).filter(
    ({ date, state }) => date <= until && (state === 'duty' || state === 'off'),
  )
  if (days.length === 0) return null
  const name = monthNames[month.month - 1]
  return (
    <section className={styles['next']}>
      <h3 className={styles['title']}>
        {name} {month.year}
      </h3>
      <DayList days={days} today={today} label={`Dagar i ${name?.toLowerCase()}`} />
    </section>
  )
}
