import { useInstant } from '#platform/web/page/now.ts'
import { classes } from '#platform/web/ui/class-names.ts'
import { clockText } from '#platform/web/page/clock-text.ts'
import type { Trip } from '../contract.ts'
import styles from './Trip.module.css'

type Stop = Trip['hallplatser'][number]

/** When the bus leaves a stop, or reaches the last one; null for a stop without a time. */
function timeOf({ ankomst, avgang }: Stop, last: boolean): string | null {
  return last ? (ankomst ?? avgang) : (avgang ?? ankomst)
}

/** A trip's stops. While it is under way, past stops are dimmed. */
export function TripStops({ stops, date }: { stops: readonly Stop[]; date: string }) {
  const now = useInstant()
  if (stops.length === 0) return <p>Turens hållplatser finns inte i underlaget.</p>
  const shown = stops.map((stop, at) => {
    const time = timeOf(stop, at === stops.length - 1)
    return { stop, time, instant: time === null ? null : Date.parse(time + stop.forskjutning) }
  })
  const next = shown.findIndex(({ instant }) => instant !== null && instant > now)
  return (
    <ol className={styles['stops']} aria-label="Hållplatser">
      {shown.map(({ stop, time }, at) => {
        const isNext = next > 0 && at === next
        return (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- a loop passes the same stop twice, and the order never changes
            key={`${at} ${stop.namn}`}
            className={classes(styles['stop'], next > 0 && at < next && styles['past'], isNext && styles['next'])}
            aria-current={isNext ? 'step' : undefined}
          >
            <span className={styles['time']}>
              {time && <time dateTime={time}>{clockText(time, stop.forskjutning, date)}</time>}
            </span>
            <span className={styles['dot']} aria-hidden="true" />
            <span className={styles['name']}>
              {stop.namn}
              {waits(stop, at, stops.length) && (
                <span className={styles['waits']}>
                  ankomst {clockText(stop.ankomst ?? '', stop.forskjutning, date)}
                </span>
              )}
              {isNext && <span className={styles['mark']}>Härnäst</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** Whether the bus waits at a stop on the way. */
const waits = ({ ankomst, avgang }: Stop, at: number, count: number) =>
  at > 0 && at < count - 1 && ankomst !== null && avgang !== null && ankomst.slice(0, 16) !== avgang.slice(0, 16)
