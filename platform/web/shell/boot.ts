import { shellPath } from '#platform/contract/pages.ts'
import { passes } from '#platform/contract/claims.ts'
import { setClockPeriod } from '#platform/contract/wall-clock.ts'
import type { EarlyParts } from './area.ts'
import { addressOf } from '../wire/address.ts'
import { startEarly } from '../wire/early.ts'
import { knownClaims } from '../who/known-claims.ts'
import { readUser } from '../who/stored-user.ts'
import { applyTheme } from '../ui/theme-choice.ts'
import { variant } from '../page/variant.ts'

/**
 * What need not wait for React: the theme, how the clocks stand, and the calls and the code that the page cannot do without. This side of the module graph must
 * stay free of React, because it is a script of its own that runs while the rest is still being fetched.
 */
export function boot(early: readonly EarlyParts[]): void {
  applyTheme()
  setClockPeriod(variant.timeZone, variant.clock)
  const user = readUser()
  const { pathname } = location
  if (!user || !isShellPage(pathname)) return
  const claims = knownClaims(user.subject)
  for (const { call, query, at, gate } of early.flatMap(({ calls = [] }) => calls)) {
    if (at && !at.includes(pathname)) continue
    if (gate && claims && !passes(gate, claims, variant.switchedOff)) continue
    startEarly(addressOf(call.path, query?.()), user.token)
  }
  for (const { at, load } of early.flatMap(({ screens = [] }) => screens)) {
    // A failed head start is no matter: the screen asks again.
    if (at.includes(pathname)) load().catch(() => undefined)
  }
}

function isShellPage(pathname: string): boolean {
  return pathname === '/' || pathname.startsWith(shellPath)
}
