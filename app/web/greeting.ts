import { addDays, dayAndDate } from '#platform/contract/wall-clock.ts'

/** 'God morgon, Anna'. At night 'god natt' would be wrong for somebody who goes to work. */
export function greetingAt(hour: number, firstName?: string): string {
  const words = hour >= 4 && hour < 10 ? 'God morgon' : hour >= 18 ? 'God kväll' : 'Hej'
  return firstName ? `${words}, ${firstName}` : words
}

/** The first name in the portal, otherwise that of the sign-in's claims. */
export function firstNameOf(
  own: string | undefined,
  signIn: Readonly<Record<string, unknown>> = {},
): string | undefined {
  const name = own || (signIn['given_name'] ?? signIn['name'])
  return typeof name === 'string' ? name.split(' ')[0] : undefined
}

/** 'lördag 21 november, vecka 47' */
export function longDate(date: string): string {
  return `${dayAndDate(date)}, vecka ${weekOf(date)}`
}

/** The ISO week, as Swedish calendars number them: the week belongs to the year of its Thursday. */
export function weekOf(date: string): number {
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  const thursday = addDays(date, 3 - weekday)
  const dayOfYear = (Date.parse(thursday) - Date.parse(`${thursday.slice(0, 4)}-01-01`)) / 86_400_000
  return Math.floor(dayOfYear / 7) + 1
}
