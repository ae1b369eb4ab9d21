import { type Claim, claimValues } from '#platform/contract/claims.ts'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { variant } from '#platform/web/page/variant.ts'
import { firstHeading } from '#platform/web/ui/first-heading.ts'
import type { Make } from '#platform/web/ui/make.ts'
import { readLastUser } from '#platform/web/who/stored-user.ts'
import styles from './Dashboard.module.css'
import { firstNameOf, greetingAt, longDate } from './greeting.ts'

/** The greeting and the first card of the start page, in the same places as in Dashboard. */
export function firstHome<Part>(make: Make<Part>, claims: readonly Claim[], beside: readonly Part[], card: Part): Part {
  const clock = wallClockIn(variant.timeZone, new Date())
  const greeting = greetingAt(
    Number(clock.slice(11, 13)),
    firstNameOf(claimValues(claims, 'GivenName')[0], readLastUser()?.claims),
  )
  return make(
    'div',
    { className: styles['home'] },
    firstHeading(make, make('span', { className: styles['date'] }, longDate(clock.slice(0, 10))), greeting, beside),
    make('div', { className: styles['blocks'] }, make('div', { className: styles['day'] }, card)),
  )
}
