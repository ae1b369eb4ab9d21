import { useRef, useState } from 'react'
import { addDays, dayAndDate, weekdayOf } from '#platform/contract/wall-clock.ts'
import { counted } from '#platform/web/ui/announce.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { type Column, DataView } from '#platform/web/ui/DataView.tsx'
import { DateField } from '#platform/web/ui/DateField.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { busIcon } from '#platform/web/ui/icons.ts'
import { dateProblem } from '#platform/web/ui/iso-date.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { getEcoTrips } from '../calls.ts'
import type { EcoTrip } from '../contract.ts'
import { DETAIL_DAYS, detailFrom } from '../rules.ts'
import styles from './DayTrips.module.css'
import { litresPerMil, missing, oneDecimal, percent } from './figures.ts'
import { IndexPill } from './IndexPill.tsx'

const columns: readonly Column<EcoTrip>[] = [
  { head: 'Tur', cell: (row) => row.turbeskrivning || missing },
  { head: 'Buss', cell: (row) => row.fordonStr || row.fordonRegistreringsnummer || missing, tight: true },
  { head: 'Jämförelseindex', cell: (row) => <Index index={row.ecoIndex} />, tight: true },
  { head: 'Distans (km)', cell: (row) => oneDecimal(row.distance), numeric: true },
  { head: 'Medeltemperatur (C)', cell: (row) => oneDecimal(row.outsideTemp), numeric: true },
  { head: 'Snittförbrukning (l/mil)', cell: (row) => litresPerMil(row.avgFuelUsed), numeric: true },
]

function Index({ index }: { index: number | null }) {
  if (index === null) return missing
  return (
    <span className={styles['index']}>
      {percent(index)} <IndexPill ratio={index} />
    </span>
  )
}

interface DayTripsProps {
  today: string
  /** The last day with trips, once it is known. */
  latestDate: string | null
}

/** 'Dagens Turer': the trips of a day, today until another is chosen. */
export function DayTrips({ today, latestDate }: DayTripsProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const typed = chosen ?? today
  const problem = dateProblem(typed, today)
  const showLatest = (date: string) => {
    setChosen(date)
    // The button disappears; keep the focus on the page.
    heading.current?.focus()
  }
  return (
    <section className={styles['day']} aria-labelledby="dagens-turer">
      <h2 id="dagens-turer" ref={heading} tabIndex={-1} className={styles['title']}>
        Dagens Turer
      </h2>
      <div className={styles['date']}>
        <DateField label="Datum" value={typed} onChange={setChosen} steps error={problem} />
      </div>
      {!problem && (
        <Trips date={typed} today={today} latestDate={latestDate} asked={chosen !== null} onChoose={showLatest} />
      )}
    </section>
  )
}

interface TripsProps extends DayTripsProps {
  date: string
  /** Whether it is not the day that the screen opens with. */
  asked: boolean
  onChoose: (date: string) => void
}

function Trips({ date, today, latestDate, asked, onChoose }: TripsProps) {
  const load = useCall(getEcoTrips, { date }, { failedText: 'Hämta ecodriving detail misslyckades' })
  return (
    <Loaded
      of={load}
      skeleton={<Skeleton shape="rows" lines={4} />}
      asked={asked}
      said={({ length }) => `${counted(length, 'Inga turer', 'En tur', 'turer')} ${dayAndDate(date)}`}
    >
      {(rows) => (
        <div className={styles['trips']}>
          <DataView
            label="Dagens Turer"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.turbeskrivning}
            card={(row) => <TripCard row={row} />}
            empty={
              <EmptyState icon={busIcon} title={`Inga turer ${dayInWords(date, today)}`}>
                <p className={styles['why']}>
                  {date < detailFrom(today)
                    ? `Turer sparas i ${DETAIL_DAYS} dagar. Därefter finns bara månadens siffror kvar.`
                    : 'En tur visas när bussens mätvärden har kommit in, oftast dagen efter.'}
                </p>
                {latestDate && latestDate !== date && (
                  <Button onClick={() => onChoose(latestDate)}>
                    {`Visa de senaste turerna, ${dayInWords(latestDate, today)}`}
                  </Button>
                )}
              </EmptyState>
            }
          />
        </div>
      )}
    </Loaded>
  )
}

/** A trip on a phone: each heading is above its value, since the headings are longer than the values. */
function TripCard({ row }: { row: EcoTrip }) {
  return (
    <dl className={styles['card']}>
      {columns.map(({ head, cell }) => (
        <div key={head}>
          <dt>{head}</dt>
          <dd>{cell(row)}</dd>
        </div>
      ))}
    </dl>
  )
}

function dayInWords(date: string, today: string): string {
  if (date === today) return 'i dag'
  return date === addDays(today, -1) ? 'i går' : `${weekdayOf(date)} ${date}`
}
