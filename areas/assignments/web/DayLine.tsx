import { useInstant } from '#platform/web/page/now.ts'
import { counted } from '#platform/web/ui/announce.ts'
import { classes } from '#platform/web/ui/class-names.ts'
import { LineBadge } from '#platform/web/ui/LineBadge.tsx'
import { Link } from '#platform/web/ui/Link.tsx'
import { Unbroken } from '#platform/web/ui/Unbroken.tsx'
import { clockText } from '#platform/web/page/clock-text.ts'
import type { Assignment } from '../contract.ts'
import { type Stage, stagesOf, windowOf } from './day-line.ts'
import styles from './DayLine.module.css'
import { Note } from './Note.tsx'
import { dayPath } from './paths.ts'
import { spanText } from './until.ts'
import { endOf, startOf } from './standing.ts'

interface DayLineProps {
  date: string
  events: readonly Assignment[]
  /** Shows all events, also those long past or far ahead. */
  whole: boolean
}

/** A day as a line: past events, the current one and the next. Updated as time passes. */
export function DayLine({ date, events, whole }: DayLineProps) {
  const now = useInstant()
  const stages = stagesOf(events, now)
  const { from, to } = whole ? { from: 0, to: events.length } : windowOf(events, now)
  const more = events.length - (to - from)
  return (
    <>
      <ol className={styles['line']} aria-label="Uppdrag">
        {events.slice(from, to).map((event, at) => (
          <Event key={event.id} event={event} date={date} stage={stages[from + at] ?? 'later'} />
        ))}
      </ol>
      <p className={styles['foot']}>
        {more > 0 && `${more} till · `}
        <Link className={styles['all']} to={dayPath(date)}>
          Visa hela dagen
        </Link>
      </p>
    </>
  )
}

const words: Partial<Record<Stage, string>> = { now: 'Nu', next: 'Härnäst' }

function Event({ event, date, stage }: { event: Assignment; date: string; stage: Stage }) {
  const { starttid, startForskjutning, beskrivning, startplats, slutplats, fordonStr, linje, slag } = event
  const place = startplats === slutplats ? startplats : `${startplats} – ${slutplats}`
  const rest = slag === 'rast' && endOf(event) > startOf(event) ? ` ${spanText(endOf(event) - startOf(event))}` : ''
  return (
    <li
      className={classes(styles['event'], stage === 'past' && styles['past'], stage === 'now' && styles['now'])}
      aria-current={stage === 'now' ? 'step' : undefined}
    >
      <time className={styles['time']} dateTime={starttid}>
        {clockText(starttid, startForskjutning, date)}
      </time>
      <span className={styles['dot']} aria-hidden="true" />
      <div className={styles['what']}>
        <p className={styles['title']}>
          {linje && <LineBadge line={linje} />}
          <span>
            {beskrivning}
            {rest} {words[stage] && <span className={styles['stage']}>{words[stage]}</span>}
          </span>
        </p>
        {stage !== 'past' && (
          <p className={styles['where']}>
            <Unbroken>{[place, fordonStr].filter(Boolean).join(' · ')}</Unbroken>
          </p>
        )}
        <Note assignment={event} />
      </div>
    </li>
  )
}

/** '5 uppdrag måndag 23 november', for a screen reader. */
export const eventsText = (length: number, day: string) =>
  `${counted(length, 'Inga uppdrag', 'Ett uppdrag', 'uppdrag')} ${day}`
