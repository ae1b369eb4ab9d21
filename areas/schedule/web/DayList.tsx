import { pageAt } from '#platform/contract/pages.ts'
import { weekdayOf, weekOf } from '#platform/contract/wall-clock.ts'
import { useGate } from '#platform/web/calls/profile.ts'
import { classes } from '#platform/web/ui/class-names.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { chevronRightIcon } from '#platform/web/ui/icons.ts'
import { Link } from '#platform/web/ui/Link.tsx'
import { Changed, DutyOfDay } from './DutyOfDay.tsx'
import { type Day, spokenDay } from './month.ts'
import { Spoken } from './Spoken.tsx'
import styles from './DayList.module.css'

interface DayListProps {
  days: readonly Day[]
  today: string
  label: string
}

/** Days one below the other. Each links to the assignments of the day. */
export function DayList({ days, today, label }: DayListProps) {
  const passes = useGate()
  const opens = passes({ anyOf: ['MinaUppdragEnabled'] })
  return (
    <ul className={styles['list']} aria-label={label}>
      {days.map((day, at) => (
        <li key={day.date}>
          {at > 0 && weekdayOf(day.date) === 'måndag' && <p className={styles['week']}>Vecka {weekOf(day.date)}</p>}
          <Row day={day} today={today} opens={opens} />
        </li>
      ))}
    </ul>
  )
}

function Row({ day, today, opens }: { day: Day; today: string; opens: boolean }) {
  const { date, duties, holiday, state, changed } = day
  const className = classes(
    styles['row'],
    state === 'off' && styles['off'],
    state === 'unpublished' && styles['unpublished'],
    date < today && styles['past'],
    date === today && styles['today'],
  )
  const inside = (
    <Spoken words={spokenDay(day, today)}>
      <span className={styles['date']}>
        <span className={styles['number']}>{Number(date.slice(8))}</span>
        <span>{weekdayOf(date).slice(0, 3)}</span>
      </span>
      <span className={styles['what']}>
        {(date === today || holiday || changed) && (
          <span className={styles['notes']}>
            {date === today && <span className={styles['now']}>I dag</span>}
            {holiday && <span className={styles['holiday']}>{holiday}</span>}
            {changed && <Changed />}
          </span>
        )}
        {duties.map((row) => (
          <DutyOfDay key={row.passId} row={row} />
        ))}
        {state === 'off' && <span className={styles['word']}>Ledig</span>}
        {state === 'unpublished' && <span className={styles['word']}>Inte publicerad</span>}
      </span>
      {opens && <Icon path={chevronRightIcon} size={20} className={styles['go']} />}
    </Spoken>
  )
  return opens ? (
    <Link to={`${pageAt('minauppdrag')}?datum=${date}`} className={className}>
      {inside}
    </Link>
  ) : (
    <div className={className}>{inside}</div>
  )
}
