import { clockAround } from '#platform/contract/instants.ts'
import type { Place, Trip } from '../contract.ts'
import { serviceDay } from './service-day.ts'
import type { findTrip, placesNamed } from './store.ts'

type StoredTrip = NonNullable<Awaited<ReturnType<typeof findTrip>>>
type StoredPlaces = Awaited<ReturnType<typeof placesNamed>>

/** Turns a pattern's seconds into the times of the event's day. A pure function. */
export function tripOf(event: StoredTrip, places: StoredPlaces, timeZone: string): Trip {
  const day = serviceDay(event.service_date, timeZone)
  const read = clockAround(timeZone, event.service_date)
  const first = event.trip_first ?? 0
  const wallClock = (after: number | null) => (after === null ? null : day.wallClock(first + after))
  const offsetAt = (after: number) => read(day.wallClock(first + after), day.instant(first + after)).offset
  const placeOf = (namn: string): Place => {
    const place = places.find(({ name }) => name === namn)
    return { namn, lat: place?.lat ?? null, lon: place?.lon ?? null }
  }
  return {
    uppdragId: event.id,
    datum: event.service_date,
    hallplatser: (event.stops ?? []).map(([namn, arrival, departure]) => ({
      namn,
      ankomst: wallClock(arrival),
      avgang: wallClock(departure),
      forskjutning: offsetAt(departure ?? arrival ?? 0),
    })),
    start: placeOf(event.start_place),
    slut: placeOf(event.end_place),
    fore: event.bus?.fore ?? null,
    efter: event.bus?.efter ?? null,
  }
}
