import { hoursAndMinutes } from '#platform/contract/durations.ts'
import { addDays, dayAndDate, daysOf, weekOf, type YearMonth } from '#platform/contract/wall-clock.ts'
import { clockText } from '#platform/web/page/clock-text.ts'
import { counted } from '#platform/web/ui/announce.ts'
import type { ScheduleDays, ScheduleRow } from '../contract.ts'

/** A day of the calendar. Its state is `unknown` until it is known which days are published. */
export interface Day {
  readonly date: string
  readonly duties: readonly ScheduleRow[]
  readonly holiday: string | null
  readonly state: 'duty' | 'off' | 'unpublished' | 'unknown'
  /** Whether it differs from what this phone showed the last time. */
  readonly changed: boolean
}

export interface Week {
  readonly number: number
  /** Monday to Sunday; null outside the month. */
  readonly days: readonly (string | null)[]
}

/** The days of a month. */
function datesOf(month: YearMonth): string[] {
  const { from, before } = daysOf(month)
  const dates = []
  for (let date = from; date < before; date = addDays(date, 1)) dates.push(date)
  return dates
}

/** How many days after Monday. */
const dayOfWeek = (date: string) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7

/** The weeks that a month has days in. */
export function weeksOf(month: YearMonth): Week[] {
  const { from, before } = daysOf(month)
  const weeks = []
  for (let monday = addDays(from, -dayOfWeek(from)); monday < before; monday = addDays(monday, 7)) {
    const days = Array.from({ length: 7 }, (_, day) => addDays(monday, day))
    weeks.push({ number: weekOf(monday), days: days.map((date) => (date >= from && date < before ? date : null)) })
  }
  return weeks
}

/** The days of a month with their duties, holidays and states. */
export function calendarOf(
  month: YearMonth,
  { rows, days, changed }: Known & { readonly changed: ReadonlySet<string> },
): Day[] {
  const holidays = new Map(days?.helgdagar.map(({ datum, namn }) => [datum, namn]))
  return datesOf(month).map((date) => {
    const duties = rows?.filter(({ datum }) => datum === date) ?? []
    return {
      date,
      duties,
      holiday: holidays.get(date) ?? null,
      state: duties.length > 0 ? 'duty' : rows ? stateWithout(date, days) : 'unknown',
      changed: changed.has(date),
    }
  })
}

interface Known {
  readonly rows: readonly ScheduleRow[] | undefined
  readonly days: ScheduleDays | undefined
}

function stateWithout(date: string, days: ScheduleDays | undefined): Day['state'] {
  if (!days) return 'unknown'
  const { publicerat } = days
  return publicerat && date >= publicerat.fran && date <= publicerat.till ? 'off' : 'unpublished'
}

const minutesOf = ({ starttid, sluttid, startForskjutning, slutForskjutning }: ScheduleRow) =>
  (Date.parse(`${sluttid}${slutForskjutning}`) - Date.parse(`${starttid}${startForskjutning}`)) / 60_000

/** '21 tjänster · 168 h 20 min · 9 lediga dagar'. */
export function summaryOf(days: readonly Day[]): string {
  const duties = days.flatMap((day) => day.duties)
  const minutes = duties.reduce((sum, duty) => sum + minutesOf(duty), 0)
  const off = days.filter(({ state }) => state === 'off').length
  return [
    counted(duties.length, 'Inga tjänster', 'En tjänst', 'tjänster'),
    minutes > 0 && hoursAndMinutes(minutes),
    off > 0 && counted(off, '', 'en ledig dag', 'lediga dagar'),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** How far the month is published, in words; null if it is published to its end, or if that is unknown. */
export function publishedText(days: readonly Day[], known: ScheduleDays | undefined, today: string): string | null {
  const ahead = days.filter(({ date, state }) => date >= today && state === 'unpublished')
  if (ahead.length === 0 || !known) return null
  const until = known.publicerat?.till
  if (!until || until < (days[0]?.date ?? '')) return 'Schemat för månaden är inte publicerat än.'
  return `Schemat är publicerat till och med ${dayAndDate(until)}.`
}

/** A day in words, for screen readers: 'söndag 22 november, i dag, 05:07 till 13:41, Tjänst 1003, linje 5'. */
export function spokenDay({ date, duties, holiday, state, changed }: Day, today: string): string {
  const words = { duty: null, off: 'ledig', unpublished: 'inte publicerad', unknown: null }
  return [
    dayAndDate(date),
    date === today && 'i dag',
    holiday,
    changed && 'ändrad',
    ...duties.map((duty) => `${spokenTimes(duty)}, ${duty.beskrivning}`),
    words[state],
  ]
    .filter(Boolean)
    .join(', ')
}

/** '23:10 till 02:15 nästa dag', which is shown as '02:15 +1'. */
function spokenTimes({ datum, starttid, sluttid, startForskjutning, slutForskjutning }: ScheduleRow): string {
  const [start, end] = [dayBeside(datum, starttid), dayBeside(datum, sluttid)]
  // The day is said once if both times are on the same day.
  const [from, to] = [clockText(starttid, startForskjutning), clockText(sluttid, slutForskjutning)]
  return `${from}${start === end ? '' : start} till ${to}${end}`
}

function dayBeside(date: string, time: string): string {
  const day = time.slice(0, 10)
  return day === date ? '' : day > date ? ' nästa dag' : ' dagen före'
}
