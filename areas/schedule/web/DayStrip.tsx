import { useLayoutEffect, useRef } from 'react'
import { clockOf, weekdayOf, yearMonthOf } from '#platform/contract/wall-clock.ts'
import { classes } from '#platform/web/ui/class-names.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { refreshIcon } from '#platform/web/ui/icons.ts'
import { Clock } from './Clock.tsx'
import { type Day, spokenDay, weeksOf } from './month.ts'
import { Spoken } from './Spoken.tsx'
import styles from './DayStrip.module.css'

interface DayStripProps {
  days: readonly Day[]
  today: string
  chosen: string
  onChoose: (date: string) => void
}

/** The weeks of a month side by side, one per screen. It shows the week of the chosen day until it is scrolled. */
export function DayStrip({ days, today, chosen, onChoose }: DayStripProps) {
  const strip = useRef<HTMLUListElement>(null)
  const weeks = weeksOf(yearMonthOf(chosen))
  useLayoutEffect(() => {
    const { current } = strip
    const week = current?.children[weeksOf(yearMonthOf(chosen)).findIndex(({ days: dates }) => dates.includes(chosen))]
    if (!current || !(week instanceof HTMLElement)) return undefined
    const show = () => {
      current.scrollLeft = week.offsetLeft - current.offsetLeft
    }
    // Also for another day of the same week: the strip may have been scrolled since.
    show()
    // When the strip changes its width, the browser snaps again and may choose another week. The observer's first report is of the present
    // width.
    let width = current.clientWidth
    const watch = new ResizeObserver(() => {
      if (current.clientWidth === width) return
      width = current.clientWidth
      show()
    })
    watch.observe(current)
    // A width that has come and gone in between, as for a picture of the whole page, is not reported, but leaves the strip between two weeks.
    const leaving = new AbortController()
    const mend = () => {
      const starts = [...current.children].map((each) => each.getBoundingClientRect().left)
      const begin = current.getBoundingClientRect().left
      if (!starts.some((left) => Math.abs(left - begin) < 10)) show()
    }
    addEventListener('resize', mend, { signal: leaving.signal })
    return () => {
      leaving.abort()
      watch.disconnect()
    }
  }, [chosen])
  const byDate = new Map(days.map((day) => [day.date, day]))
  return (
    <ul ref={strip} className={styles['strip']} aria-label="Veckor">
      {weeks.map(({ number, days: dates }) => (
        <li key={number} className={styles['week']}>
          <p className={styles['name']}>Vecka {number}</p>
          <ul className={styles['days']} aria-label={`Vecka ${number}`}>
            {dates.map((date, at) => {
              const day = date === null ? undefined : byDate.get(date)
              return (
                // oxlint-disable-next-line react/no-array-index-key -- Monday to Sunday
                <li key={at} aria-hidden={day ? undefined : true}>
                  {day && <StripDay day={day} today={today} chosen={day.date === chosen} onChoose={onChoose} />}
                </li>
              )
            })}
          </ul>
        </li>
      ))}
    </ul>
  )
}

interface StripDayProps {
  day: Day
  today: string
  chosen: boolean
  onChoose: (date: string) => void
}

function StripDay({ day, today, chosen, onChoose }: StripDayProps) {
  const { date, duties, holiday, state, changed } = day
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its name is the day in words
    <button
      type="button"
      className={classes(
        styles['day'],
        state === 'off' && styles['off'],
        state === 'unpublished' && styles['unpublished'],
        date < today && styles['past'],
        chosen && styles['chosen'],
      )}
      aria-pressed={chosen}
      aria-current={date === today ? 'date' : undefined}
      onClick={() => onChoose(date)}
    >
      <Spoken words={spokenDay(day, today)}>
        <span className={classes(styles['weekday'], holiday && styles['holiday'])}>
          {date === today ? 'i dag' : weekdayOf(date).slice(0, 3)}
        </span>
        <span className={styles['number']}>{Number(date.slice(8))}</span>
        <span className={styles['what']}>
          {changed && <Icon path={refreshIcon} size={16} className={styles['changed']} />}
          {duties[0] ? (
            <Clock at={duties[0].starttid} text={clockOf(duties[0].starttid, date)} />
          ) : state === 'off' ? (
            'ledig'
          ) : state === 'unknown' ? (
            ' '
          ) : (
            '–'
          )}
        </span>
      </Spoken>
    </button>
  )
}
