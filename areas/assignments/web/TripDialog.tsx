import type { ReactNode } from 'react'
import { clockOf, dayAndDate } from '#platform/contract/wall-clock.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { busIcon, type IconPath, pinIcon, refreshIcon } from '#platform/web/ui/icons.ts'
import { LineBadge } from '#platform/web/ui/LineBadge.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { clockText } from '#platform/web/page/clock-text.ts'
import { getTrip } from '../calls.ts'
import type { Assignment, Place, Trip } from '../contract.ts'
import { mapLink } from './map-link.ts'
import styles from './Trip.module.css'
import { TripStops } from './TripStops.tsx'

interface TripDialogProps {
  assignment: Assignment
  /** The service date. */
  date: string
  onClose: () => void
}

/** A trip in full: its stops with times, where the driver takes the bus over and leaves it, and who has it before and after. */
export default function TripDialog({ assignment, date, onClose }: TripDialogProps) {
  const { id, beskrivning, linje, tjanst, starttid, sluttid, startForskjutning, slutForskjutning } = assignment
  const load = useCall(getTrip, { uppdragId: id }, { failedText: 'Hämta turen misslyckades' })
  return (
    <Dialog title={beskrivning} onClose={onClose}>
      <p className={styles['when']}>
        {linje && <LineBadge line={linje} />}
        <span className={styles['day']}>
          {dayAndDate(date)} {clockText(starttid, startForskjutning, date)}–{clockText(sluttid, slutForskjutning, date)}
        </span>
        <span>Tjänst {tjanst}</span>
      </p>
      <Loaded of={load} skeleton={<Skeleton shape="rows" lines={6} />}>
        {(trip) => (
          <>
            <Facts trip={trip} bus={assignment.fordonStr} date={date} />
            <TripStops stops={trip.hallplatser} date={date} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

function Facts({ trip: { start, slut, fore, efter }, bus, date }: { trip: Trip; bus: string; date: string }) {
  const places = start.namn === slut.namn ? [start] : [start, slut]
  return (
    <ul className={styles['facts']}>
      {places.map((place, at) => (
        <Fact key={place.namn} icon={pinIcon}>
          <span>
            {places.length === 1 ? '' : at === 0 ? 'Från ' : 'Till '}
            {place.namn}
          </span>
          <OnMap place={place} />
        </Fact>
      ))}
      {bus && (
        <Fact icon={busIcon}>
          <span>{bus}</span>
        </Fact>
      )}
      {fore && (
        <Fact icon={refreshIcon}>
          <span>
            Tjänst {fore.tjanst} lämnar bussen {clockOf(fore.tid, date)}
          </span>
        </Fact>
      )}
      {efter && (
        <Fact icon={refreshIcon}>
          <span>
            Tjänst {efter.tjanst} tar över bussen {clockOf(efter.tid, date)}
          </span>
        </Fact>
      )}
    </ul>
  )
}

function Fact({ icon, children }: { icon: IconPath; children: ReactNode }) {
  return (
    <li className={styles['fact']}>
      <Icon path={icon} size={20} />
      {children}
    </li>
  )
}

function OnMap({ place: { namn, lat, lon } }: { place: Place }) {
  if (lat === null || lon === null) return null
  const href = mapLink({ namn, lat, lon }, navigator.userAgent)
  return (
    <a className={styles['map']} href={href} target="_blank" rel="noreferrer">
      Visa på karta<VisuallyHidden>: {namn}</VisuallyHidden>
    </a>
  )
}
