import { passes } from '#platform/contract/claims.ts'
import { startPage } from '#platform/contract/pages.ts'
import { getProfile } from '#platform/contract/profile.ts'
import { variant } from '#platform/web/page/variant.ts'
import { startCopy } from '#platform/web/phone/start-copies.ts'
import { firstFrame } from '#platform/web/shell/first-frame.ts'
import type { EarlyParts } from '#platform/web/shell/area.ts'
import { makeElement } from '#platform/web/ui/make-element.ts'
import { areClaims, knownClaims } from '#platform/web/who/known-claims.ts'
import { readUser } from '#platform/web/who/stored-user.ts'
import { earlyAnswer } from '#platform/web/wire/early.ts'
import { firstHome } from './first-home.ts'

/**
 * Shows the start page's duty on a phone while React is still being fetched: from the phone's copy at once, otherwise as soon as the
 * answer has come. React replaces it with the same elements in the same place. If no answer comes in time, the name plate stays.
 */
export async function paintFirst(early: readonly EarlyParts[]): Promise<void> {
  const card = early.find((part) => part.card)?.card
  const user = readUser()
  if (!card || !user || ![startPage, '/'].includes(location.pathname) || matchMedia('(min-width: 992px)').matches)
    return
  const claims = knownClaims(user.subject) ?? (await earlyAnswer(getProfile.path))?.answer
  if (!areClaims(claims) || !passes(card.gate, claims, variant.switchedOff)) return
  const { call } = card
  const copy = startCopy(call, call.path)
  const answer = copy ? copy.answer : (await earlyAnswer(call.path))?.answer
  const shown = call.fits?.(answer) ? card.show(makeElement, answer, copy !== undefined) : null
  // The link for reloading stays below the card, because the main script may not come.
  if (shown) namePlate()?.replaceWith(...firstFrame(makeElement, firstHome(makeElement, claims, besides(early), shown)))
}

/** Whether the duty is shown, in the place of the name plate. */
export const isPainted = (): boolean => !namePlate()

const namePlate = () => document.querySelector('.name')

const besides = (early: readonly EarlyParts[]) => early.flatMap(({ beside }) => beside?.(makeElement) ?? [])
