import { dayAndDate, weekOf } from '#platform/contract/wall-clock.ts'

/** 'God morgon, Anna'. At night 'god natt' would be wrong for somebody who goes to work. */
export function greetingAt(hour: number, firstName?: string): string {
  const words = hour >= 4 && hour < 10 ? 'God morgon' : hour >= 18 ? 'God kväll' : 'Hej'
  return firstName ? `${words}, ${firstName}` : words
}

/** The first name in the portal, otherwise the one in the sign-in's claims. */
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
