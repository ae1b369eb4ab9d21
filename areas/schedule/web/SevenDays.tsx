import { pageAt } from '#platform/contract/pages.ts'
import { addDays, clockOf, dateIn, dayAndDate, weekdayOf, yearMonthOf } from '#platform/contract/wall-clock.ts'
import { useGate } from '#platform/web/calls/profile.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { prefetch, useCall } from '#platform/web/calls/query.ts'
import { useToday } from '#platform/web/page/now.ts'
import { variant } from '#platform/web/page/variant.ts'
import { Link } from '#platform/web/ui/Link.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { getSchedule } from '../calls.ts'
import type { ScheduleRow } from '../contract.ts'
import { Clock } from './Clock.tsx'
import { scheduleFailed } from './failures.ts'
import { type Day, daysFrom, publishedTo } from './seven-days.ts'
import styles from './SevenDays.module.css'

const options = { failedText: scheduleFailed }
const monthAfter = (date: string) => yearMonthOf(addDays(`${date.slice(0, 8)}01`, 31))

const lastOf = (today: string) => addDays(today, 6)

/** Whether some of the seven days are in the next month. */
const isSplit = (today: string) => !lastOf(today).startsWith(today.slice(0, 7))

/** Prefetches the months that the strip shows. */
export async function begin(): Promise<void> {
  const today = dateIn(variant.timeZone, new Date())
  await Promise.all(
    [yearMonthOf(today), ...(isSplit(today) ? [monthAfter(today)] : [])].map((month) =>
      prefetch(getSchedule, month, options),
    ),
  )
}

/** The dashboard's strip: seven days from today on, each with its time or 'ledig'. Not shown if the loaded months have no duties. */
export default function SevenDays() {
  const today = useToday()
  const first = useCall(getSchedule, yearMonthOf(today), options)
  // Only the next month's duties show whether its days, and the free days at the end of this month, are published.
  const needsNext = isSplit(today) || (first.data !== undefined && publishedTo(first.data) < lastOf(today))
  const second = useCall(getSchedule, monthAfter(today), { ...options, enabled: needsNext })
  return (
    <Loaded of={first} skeleton={<Waiting />}>
      {(rows) => {
        if (needsNext && second.isPending) return <Waiting />
        const lacking = needsNext && second.data === undefined
        const known = [...rows, ...(needsNext ? (second.data ?? []) : [])]
        return (
          known.length > 0 && (
            <>
              <Strip days={daysFrom(today, known)} today={today} lacking={lacking} />
              <WholeSchedule />
            </>
          )
        )
      }}
    </Loaded>
  )
}

function Waiting() {
  return (
    <>
      <div className={styles['waiting']}>
        <Skeleton lines={1} shape="rows" />
      </div>
      <WholeSchedule />
    </>
  )
}

const WholeSchedule = () => (
  <Link className={styles['all']} to={pageAt('schema')}>
    Hela schemat
  </Link>
)

interface StripProps {
  days: readonly Day[]
  today: string
  /** The next month could not be loaded, so that nothing is known of days after the last known duty. */
  lacking: boolean
}

function Strip({ days, today, lacking }: StripProps) {
  // 'Mina uppdrag' on the day; the schedule for employees who may not open that page.
  const opens = useGate()({ anyOf: ['MinaUppdragEnabled'] })
  const pathOf = (date: string) => (opens ? `${pageAt('minauppdrag')}?datum=${date}` : pageAt('schema'))
  return (
    <nav aria-label="Sju dagar framåt">
      <ol className={styles['days']}>
        {days.map(({ date, duties, published }) => (
          <li key={date}>
            <Link
              className={duties.length > 0 ? styles['day'] : styles['free']}
              to={pathOf(date)}
              aria-current={date === today ? 'date' : undefined}
            >
              <VisuallyHidden>
                {date === today && 'I dag, '}
                {dayAndDate(date)}: {wordsOf(date, duties, published || (lacking ? 'unknown' : false))}
              </VisuallyHidden>
              <span aria-hidden="true">{date === today ? 'i dag' : weekdayOf(date).slice(0, 3)}</span>
              <span className={styles['number']} aria-hidden="true">
                {Number(date.slice(8))}
              </span>
              <span className={styles['time']} aria-hidden="true">
                {duties[0] ? (
                  <Clock at={duties[0].starttid} text={clockOf(duties[0].starttid, date)} />
                ) : published ? (
                  'ledig'
                ) : lacking ? (
                  ' '
                ) : (
                  '–'
                )}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function wordsOf(date: string, duties: readonly ScheduleRow[], published: boolean | 'unknown'): string {
  if (duties.length === 0 && published === 'unknown') return 'schemat kunde inte hämtas'
  if (duties.length === 0) return published ? 'ledig' : 'inget schema ännu'
  return duties.map(({ starttid, sluttid }) => `${clockOf(starttid, date)} – ${clockOf(sluttid, date)}`).join(', ')
}
