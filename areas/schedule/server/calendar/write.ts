import { hash } from 'node:crypto'
import ICAL from 'ical.js'
import { tzlib_get_ical_block as zoneBlock } from 'timezones-ical-library'
import { instantsOf } from '#platform/contract/instants.ts'
import type { ServedEvent } from './events.ts'

interface Calendar {
  /** Part of the events' identifiers, so that no other calendar has the same ones. */
  readonly id: string
  readonly timeZone: string
}

/** How often a calendar program should fetch the calendar. */
const EVERY = 'PT1H'

// RFC 5545, 3.1, allows 75 octets in a line, including the space that begins a continued line. The library does not count that space.
ICAL.foldLength = 74

/** The library escapes line feeds only, but some programs also break lines at other characters, so that a name could add properties. */
const oneLine = (name: string) => name.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/** The calendar in the format of RFC 5545. The same events always give the same text. */
export function writeCalendar({ id, timeZone }: Calendar, events: readonly ServedEvent[]): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//Linjen//Schema//SV')
  calendar.addPropertyWithValue('calscale', 'GREGORIAN')
  calendar.addPropertyWithValue('method', 'PUBLISH')
  calendar.addPropertyWithValue('x-wr-calname', 'Mitt schema')
  calendar.addPropertyWithValue('x-wr-timezone', timeZone)
  calendar.addPropertyWithValue('refresh-interval', ICAL.Duration.fromString(EVERY))
  calendar.addPropertyWithValue('x-published-ttl', EVERY)
  calendar.addSubcomponent(zoneOf(timeZone))
  for (const event of events) calendar.addSubcomponent(eventOf(event, id, timeZone))
  return `${calendar.toString()}\r\n`
}

function eventOf(event: ServedEvent, calendarId: string, timeZone: string): ICAL.Component {
  const component = new ICAL.Component('vevent')
  const own = hash('sha256', JSON.stringify([calendarId, event.serviceDate, event.run]), 'hex').slice(0, 32)
  component.addPropertyWithValue('uid', `${own}@linjen`)
  component.addPropertyWithValue('sequence', event.sequence)
  const changedAt = ICAL.Time.fromJSDate(event.changedAt, true)
  component.addPropertyWithValue('dtstamp', changedAt)
  component.addPropertyWithValue('last-modified', changedAt)
  addTime(component, 'dtstart', { wallClock: event.startsAt, instant: event.startsInstant, timeZone })
  addTime(component, 'dtend', { wallClock: event.endsAt, instant: event.endsInstant, timeZone })
  component.addPropertyWithValue('summary', oneLine(event.summary))
  if (event.place) component.addPropertyWithValue('location', oneLine(event.place))
  component.addPropertyWithValue('status', event.cancelled ? 'CANCELLED' : 'CONFIRMED')
  component.addPropertyWithValue('class', 'PRIVATE')
  return component
}

interface ZonedTime {
  readonly wallClock: string
  readonly instant: Date
  readonly timeZone: string
}

function addTime(component: ICAL.Component, name: 'dtstart' | 'dtend', { wallClock, instant, timeZone }: ZonedTime) {
  // In autumn a local time can occur twice. RFC 5545, 3.3.5, says that it means the first, but some programs take the second, so such a
  // time is written in UTC.
  if (instantsOf(timeZone, wallClock).length > 1) {
    component.addPropertyWithValue(name, ICAL.Time.fromJSDate(instant, true))
    return
  }
  component.addPropertyWithValue(name, ICAL.Time.fromDateTimeString(wallClock)).setParameter('tzid', timeZone)
}

const zones = new Map<string, string>()

/** The rules of a time zone, under that zone's name: the library merges zones that have the same rules and names one of them. */
function zoneOf(timeZone: string): ICAL.Component {
  let text = zones.get(timeZone)
  if (text === undefined) {
    const [block] = zoneBlock(timeZone) as string[]
    text = String(block).replaceAll(/^(TZID|X-LIC-LOCATION):.*$/gm, (_line, name: string) => `${name}:${timeZone}`)
    zones.set(timeZone, text)
  }
  return new ICAL.Component(ICAL.parse(text) as unknown[])
}
